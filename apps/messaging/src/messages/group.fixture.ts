import { type EventData, exampleGroup, type InputOf, type messaging, newId, type OutputOf } from '@posthorn/contracts'
import { busEvent, incomingMessage, until } from '@posthorn/testkit'
import type { MessagingFixture, NumberFixture } from '../messaging.fixture.ts'

type Group = EventData<'group:updated'>
type Send = InputOf<typeof messaging.messages.send>
type Sent = OutputOf<typeof messaging.messages.send>

let version = 1

/** Returns the steps that tests of groups share, for groups on a connected number. */
export function groupFixture(fixture: MessagingFixture, connected: NumberFixture) {
  const caller = (options = {}) => fixture.service.as(connected.workspace, options)
  const messages = () => fixture.service.clients.messaging.messages
  const get = (id: string): Promise<Sent> => messages().get.query({ id }, caller())
  return {
    caller,
    get,
    send: (input: Send, options = {}): Promise<Sent> => messages().send.mutate(input, caller(options)),
    published: (id: string, kind: string) =>
      fixture.service.bus.published.filter((event) => event.aggregate.id === id && event.event === kind),
    async awaitStatus(id: string, status: string): Promise<Sent> {
      return until(async () => {
        const message = await get(id)
        return message.status === status && message
      })
    },
    async createGroup(more: Partial<Group> = {}): Promise<Group & { providerId: string }> {
      const { bus, rows } = fixture.service
      const id = newId('grp')
      const providerId = more.providerId ?? (await groupAtSimulator(fixture.simulator.url, connected))
      const active = { status: 'active' as const, providerId, change: 'active' as const }
      const data: Group = {
        ...exampleGroup,
        people: null,
        requests: null,
        id,
        number: connected.number,
        ...active,
        ...more,
      }
      version += 1
      const aggregate = { id: data.id, version }
      await bus.publish(busEvent({ event: 'group:updated', workspace: connected.workspace, data, aggregate }))
      const stored = 'select 1 from known_group where id = $1 and version = $2'
      await until(async () => (await rows(stored, [data.id, version])).length === 1)
      return data as Group & { providerId: string }
    },
    /** Publishes a participant's text. Resolves with the message as the list shows it. */
    async receiveText(groupId: string, from: string, text: string): Promise<Sent> {
      const person = { phone: from, name: 'Ada', contact: newId('con') }
      const content = { type: 'text' } as const
      const more = { number: connected.number, groupId, text, content }
      const event = incomingMessage(connected.workspace, person, more)
      await fixture.service.bus.publish(event)
      return until(async () => {
        const { items } = await messages().list.query({ direction: 'in', search: text }, caller())
        return items.find(({ providerId }) => providerId === event.data.providerId)
      })
    },
  }
}

/** Creates a group with one participant at the simulator, because the provider sends only to groups that it knows. Returns its id there. */
async function groupAtSimulator(url: string, { phoneNumberId, accessToken }: NumberFixture): Promise<string> {
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
