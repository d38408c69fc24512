import { newId } from '@posthorn/contracts'
import { busEvent, until } from '@posthorn/testkit'
import type { Line, MessagingKit } from '../messaging.fixture.ts'

/** A customer's text, as the numbers service would announce it. */
export function incomingText(line: Line, phone: string, text: string) {
  const data = {
    number: line.number,
    providerId: `wamid.${newId('evt')}`,
    timestamp: new Date().toISOString(),
    from: { phone },
    type: 'text',
    text,
    raw: {},
  }
  return busEvent({ event: 'provider:message', workspace: line.workspace, data })
}

/** A chat that a customer's text opened. */
export async function writtenChat(world: MessagingKit, line: Line, written: { phone: string; text?: string }) {
  await world.kit.bus.publish(incomingText(line, written.phone, written.text ?? 'Hello'))
  const { chats } = world.kit.clients.messaging
  const query = { phone: written.phone, number: [line.number] }
  return until(async () => (await chats.list.query(query, world.kit.as(line.workspace))).items[0])
}

/** What was announced about a chat so far: how it changed, and who did it. */
export function newsOf(world: MessagingKit, chat: string): { change: string; by?: { id: string } }[] {
  return world.kit.bus.published
    .filter(({ event, aggregate }) => event === 'chat:updated' && aggregate.id === chat)
    .map(({ data }) => data as unknown as { change: string; by?: { id: string } })
}

/** A member of the workspace, as the gateway would announce them. */
export async function addMember(world: MessagingKit, workspace: string, name: string) {
  const member = { id: newId('mem'), name, email: `${name.toLowerCase()}@shop.example.com` }
  await world.kit.bus.publish(
    busEvent({ event: 'member:updated', workspace, data: member, aggregate: { id: member.id, version: 1 } }),
  )
  await until(async () => (await world.kit.rows('select 1 from member where id = $1', [member.id])).length === 1)
  return member
}
