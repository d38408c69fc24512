import { newId } from '@posthorn/contracts'
import { busEvent, incomingMessage, until } from '@posthorn/testkit'
import type { MessagingFixture, NumberFixture } from '../messaging.fixture.ts'

export function incomingText(connected: NumberFixture, phone: string, text: string) {
  return incomingMessage(connected.workspace, { phone, contact: newId('con') }, { number: connected.number, text })
}

/** The provider's report that a customer changed their phone number. */
export const phoneChange = ({ workspace, number }: NumberFixture, previous: string, phone: string) =>
  incomingMessage(
    workspace,
    { phone },
    {
      number,
      previous: { phone: previous },
      type: 'system',
      text: 'Ada changed',
      content: { type: 'system', system: { event: 'user_changed_number', phone } },
    },
  )

/** Publishes a customer's text, and resolves with its chat once it is stored. */
export async function openChatByText(
  fixture: MessagingFixture,
  connected: NumberFixture,
  message: { phone: string; text?: string },
) {
  await fixture.service.bus.publish(incomingText(connected, message.phone, message.text ?? 'Hello'))
  const { chats } = fixture.service.clients.messaging
  const query = { phone: message.phone, number: [connected.number] }
  return until(async () => (await chats.list.query(query, fixture.service.as(connected.workspace))).items[0])
}

export function chatChangesOf(fixture: MessagingFixture, chat: string): { change: string; by?: { id: string } }[] {
  return fixture.service.bus.published
    .filter(({ event, aggregate }) => event === 'chat:updated' && aggregate.id === chat)
    .map(({ data }) => data as unknown as { change: string; by?: { id: string } })
}

export async function addMember(fixture: MessagingFixture, workspace: string, name: string) {
  const member = { id: newId('mem'), name, email: `${name.toLowerCase()}@shop.example.com` }
  await fixture.service.bus.publish(
    busEvent({ event: 'member:updated', workspace, data: member, aggregate: { id: member.id, version: 1 } }),
  )
  await until(async () => (await fixture.service.rows('select 1 from member where id = $1', [member.id])).length === 1)
  return member
}
