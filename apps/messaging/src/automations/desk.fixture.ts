import { type InputOf, type messaging, newId, type OutputOf } from '@posthorn/contracts'
import { busEvent, incomingMessage, until } from '@posthorn/testkit'
import { addMember, chatChangesOf } from '../chats/inbox.fixture.ts'
import type { MessagingFixture } from '../messaging.fixture.ts'

type AutomationInput = Omit<InputOf<typeof messaging.automations.create>, 'name'> & { name?: string }

/** Connects a number in a new workspace, and returns the steps that tests of automations share. */
export async function openAutomatedDesk(fixture: MessagingFixture) {
  const connected = await fixture.connectNumber()
  const { workspace } = connected
  const { service } = fixture
  const api = service.clients.messaging
  const caller = service.as(workspace, { scopes: ['read', 'send', 'manage'] })
  const contacts = new Map<string, string>()
  const contactOf = (phone: string) => {
    const contact = contacts.get(phone) ?? newId('con')
    contacts.set(phone, contact)
    return contact
  }
  const chatOf = async (phone: string) => (await api.chats.list.query({ phone }, caller)).items[0]
  return {
    connected,
    workspace,
    api,
    caller,
    chatOf,
    contactOf,
    addMember: (name: string) => addMember(fixture, workspace, name),
    async addDepartment(members: { id: string }[], version = 1, id = newId('dep')) {
      const data = { id, name: 'Support', members: members.map((each) => each.id as never) }
      await service.bus.publish(busEvent({ event: 'department:updated', workspace, data, aggregate: { id, version } }))
      const stored = 'select 1 from department where id = $1 and version = $2'
      await until(async () => (await service.rows(stored, [id, version])).length === 1)
      return id
    },
    automate: (input: AutomationInput): Promise<OutputOf<typeof messaging.automations.create>> =>
      api.automations.create.mutate({ name: `Rule ${newId('atm')}`, ...input }, caller),
    /** Publishes a customer's message, and resolves with its chat once it is stored and its runs have ended. */
    async write(
      phone: string,
      { text = 'Hello', at, id = newId('msg') }: { text?: string; at?: string; id?: string } = {},
    ) {
      const content = { number: connected.number, text, providerId: `wamid.${id}`, ...(at && { timestamp: at }) }
      await service.bus.publish(incomingMessage(workspace, { phone, contact: contactOf(phone) }, content as never))
      await until(async () => {
        const rows = await service.rows('select 1 from message where provider_id = $1', [`wamid.${id}`])
        return rows.length === 1
      })
      await this.settled()
      const chat = await chatOf(phone)
      if (!chat) throw new Error('no chat')
      return chat
    },
    async settled() {
      const waiting = 'select 1 from automation_job where workspace_id = $1'
      await until(async () => (await service.rows(waiting, [workspace])).length === 0)
    },
    runsOf: async (id: string) => (await api.automations.runs.query({ id }, caller)).items,
    changesOf: (chat: string) => chatChangesOf(fixture, chat).map(({ change }) => change),
    async sentIn(chat: string) {
      return (await api.messages.list.query({ chat, direction: 'out' }, caller)).items
    },
  }
}
