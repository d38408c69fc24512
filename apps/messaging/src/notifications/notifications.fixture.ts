import { type InputOf, type messaging, newId } from '@posthorn/contracts'
import { busEvent, until } from '@posthorn/testkit'
import { addMember, openChatByText } from '../chats/inbox.fixture.ts'
import type { MessagingFixture, NumberFixture } from '../messaging.fixture.ts'

type Scope = 'read' | 'send' | 'manage'

export type Desk = Awaited<ReturnType<typeof openDesk>>

/** Connects a number in a new workspace, and returns the steps that tests of notifications share. */
export async function openDesk(fixture: MessagingFixture) {
  const connected = await fixture.connectNumber()
  const { workspace } = connected
  const { messaging: api } = fixture.service.clients
  const as = (member: { id: string; name: string }, scopes: Scope[] = ['read', 'send'], numbers?: string[]) =>
    fixture.service.as(workspace, {
      actor: { type: 'member', id: member.id, name: member.name },
      scopes,
      ...(numbers ? { numbers: numbers as never } : {}),
    })
  const listed = async (call: ReturnType<typeof as>, input: InputOf<typeof messaging.notifications.list> = {}) =>
    (await api.notifications.list.query(input, call)).items
  return {
    connected: connected as NumberFixture,
    workspace,
    api,
    as,
    asKey: () => fixture.service.as(workspace),
    listed,
    addMember: (name: string) => addMember(fixture, workspace, name),
    openChat: (phone: string) => openChatByText(fixture, connected, { phone }),
    arrived: (call: ReturnType<typeof as>, count: number) =>
      until(async () => {
        const items = await listed(call)
        return items.length === count && items
      }),
    /** Returns the notices about changed notifications that were sent only to this member. */
    reportsTo: (member: { id: string }) =>
      fixture.service.bus.published.filter(
        (each) =>
          each.event === 'member:notified' &&
          each.workspace === workspace &&
          JSON.stringify(each.data) === JSON.stringify({ members: [member.id] }),
      ),
    async failWebhook(): Promise<string> {
      const webhook = newId('whk')
      const data = {
        webhook,
        endpoint: newId('end'),
        url: 'https://shop.example.com/hook',
        since: new Date().toISOString(),
        reason: 'No 2xx for 24 hours; last: status 500.',
      }
      await fixture.service.bus.publish(busEvent({ event: 'webhook:failing', workspace, data }))
      return webhook
    },
    async takeNumberOffline(): Promise<void> {
      const session = { status: 'offline', since: new Date().toISOString(), lastError: null }
      const data = { ...connected.resource, session, change: 'session' }
      await fixture.service.bus.publish(busEvent({ event: 'number:updated', workspace, data: data as never }))
    },
  }
}
