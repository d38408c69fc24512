import { type EventData, exampleGroup, type InputOf, type messaging, newId, type OutputOf } from '@posthorn/contracts'
import { busEvent, until } from '@posthorn/testkit'
import type { Line, MessagingKit } from '../messaging.fixture.ts'

type Group = EventData<'group:updated'>
type Send = InputOf<typeof messaging.messages.send>
type Sent = OutputOf<typeof messaging.messages.send>

let version = 1

/** What tests do with groups of a number. */
export function groupsOf({ kit, simulator }: MessagingKit, line: Line) {
  const mine = (options = {}) => kit.as(line.workspace, options)
  const messages = () => kit.clients.messaging.messages
  const get = (id: string): Promise<Sent> => messages().get.query({ id }, mine())
  return {
    mine,
    get,
    send: (input: Send, options = {}): Promise<Sent> => messages().send.mutate(input, mine(options)),
    /** What was announced of a message. */
    told: (id: string, kind: string) =>
      kit.bus.published.filter((event) => event.aggregate.id === id && event.event === kind),
    async reaches(id: string, status: string): Promise<Sent> {
      return until(async () => {
        const message = await get(id)
        return message.status === status && message
      })
    },
    /** Tells of a group as the groups service does, made at the simulator with somebody in it; resolves when it was heard. */
    async group(more: Partial<Group> = {}): Promise<Group & { providerId: string }> {
      const id = newId('grp')
      const providerId = more.providerId ?? (await groupAtSimulator(simulator.url, line))
      const active = { state: 'active' as const, providerId, change: 'active' as const }
      const data: Group = { ...exampleGroup, id, number: line.number, ...active, ...more }
      version += 1
      const aggregate = { id: data.id, version }
      await kit.bus.publish(busEvent({ event: 'group:updated', workspace: line.workspace, data, aggregate }))
      const heard = 'select 1 from known_group where id = $1 and version = $2'
      await until(async () => (await kit.rows(heard, [data.id, version])).length === 1)
      return data as Group & { providerId: string }
    },
    /** A participant writes; resolves with the message as it is listed. */
    async writes(groupId: string, from: string, text: string): Promise<Sent> {
      const data: EventData<'provider:message'> = {
        number: line.number,
        providerId: `wamid.${newId('evt')}`,
        timestamp: new Date().toISOString(),
        from: { phone: from, name: 'Ada' },
        groupId,
        type: 'text',
        text,
        content: { type: 'text' },
        raw: {},
      }
      await kit.bus.publish(busEvent({ event: 'provider:message', workspace: line.workspace, data }))
      return until(async () => {
        const { items } = await messages().list.query({ direction: 'in', search: text }, mine())
        return items.find(({ providerId }) => providerId === data.providerId)
      })
    },
  }
}

/** The id of a new group of the number at the simulator, which one person has joined. */
async function groupAtSimulator(url: string, { phoneNumberId, accessToken }: Line): Promise<string> {
  const call = async (path: string, body?: object) => {
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const answer = await fetch(`${url}${path}`, { headers, ...sent })
    return (await answer.json()) as { data: { groups: { id: string }[] } }
  }
  await call(`/${phoneNumberId}/groups`, { messaging_product: 'whatsapp', subject: 'Drivers' })
  const { data } = await call(`/${phoneNumberId}/groups`)
  const group = data.groups.at(-1)?.id ?? ''
  const joins = { group: { group, action: 'follow_link', who: '+4915112349001' } }
  await call(`/_simulator/numbers/${phoneNumberId}/simulate`, joins)
  return group
}
