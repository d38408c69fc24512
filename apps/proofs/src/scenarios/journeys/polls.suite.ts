import { until } from '@posthorn/testkit'
import { listen, type RunningSystem } from '@posthorn/testkit/system'
import { expect, test } from 'vitest'
import { type Message, newCustomer, reaches, write } from './customers.ts'

type ChatPoll = Message & { providerId: string; poll: { voters?: number; tally?: { option: string; votes: number }[] } }

/** A poll is sent as buttons or numbered text, and customers answer either way. */
export function pollInAChat(system: () => RunningSystem): void {
  test('a poll: customers tap or write their choice, one changes its mind, the votes are counted and published', async () => {
    await using hook = await listen(system(), { events: ['message:updated'] })
    const ask = async (phone: string) => {
      const body = { phone, poll: { name: 'Which day suits you?', options: ['Monday', 'Tuesday', 'Friday'] } }
      const { id } = await system().ok<ChatPoll>('POST', '/v1/messages', { body })
      return reaches<ChatPoll>(system(), id, 'read')
    }
    const [ada, grace] = [newCustomer(), newCustomer()]
    const [asked, other] = [await ask(ada), await ask(grace)]
    const tap = (phone: string, poll: ChatPoll, [option, title]: [number, string]) =>
      write(system(), phone, {
        type: 'interactive',
        content: { type: 'button_reply', button_reply: { id: `option_${option}`, title } },
        replyTo: poll.providerId,
      })
    const tallyOf = async ({ id }: ChatPoll) => {
      const { poll } = await system().ok<ChatPoll>('GET', `/v1/messages/${id}`)
      return (poll.tally ?? []).map(({ option, votes }) => `${option} ${votes}`).join(', ')
    }

    const vote = await tap(ada, asked, [0, 'Monday'])
    expect(vote.quote).toBe(asked.id)
    await until(async () => (await tallyOf(asked)) === 'Monday 1, Tuesday 0, Friday 0')
    await write(system(), ada, '3')
    await until(async () => (await tallyOf(asked)) === 'Monday 0, Tuesday 0, Friday 1')
    await tap(grace, other, [1, 'Tuesday'])
    await until(async () => (await tallyOf(other)) === 'Monday 0, Tuesday 1, Friday 0')
    const asking = [asked.id, other.id]
    const votes = () =>
      hook.received().filter(({ data }) => data['change'] === 'vote' && asking.includes(String(data.id)))
    await until(() => votes().length === 3, { describe: 'every vote to be announced' })
  })
}

type Group = { id: string; number: string; status: string; providerId: string }
type GroupPoll = Message & { group: string; poll: { voters?: number; tally?: { option: string; votes: number }[] } }
type Receipt = { phone: string; status: string }

/** Creates a group that these people have joined. */
async function joinedGroup(system: RunningSystem, people: string[]): Promise<Group> {
  const body = { number: system.account.number, name: 'Team outing' }
  const { id } = await until(() => system.ok<Group>('POST', '/v1/groups', { body }), { describe: 'a group' })
  const group = await until(
    async () => {
      const shown = await system.ok<Group>('GET', `/v1/groups/${id}`)
      return shown.status === 'active' && shown
    },
    { describe: 'the group to be active' },
  )
  for (const who of people) {
    const joins = { group: { group: group.id, action: 'follow_link', who } }
    await system.ok('POST', `/v1/numbers/${group.number}/simulate`, { body: joins })
  }
  return group
}

/** In a group, votes can only be written, and belong to the person who wrote. */
export function pollInAGroup(system: () => RunningSystem): void {
  test('a poll in a group: who is in it votes by number, one changes their mind, each has a receipt', async () => {
    await using hook = await listen(system(), { events: ['message:updated', 'message:ack'] })
    const [ada, grace] = [newCustomer(), newCustomer()]
    const group = await joinedGroup(system(), [ada, grace])
    const poll = { name: 'Where to?', options: ['Lake', 'Hills', 'Sea'] }
    const ask = () => system().ok<GroupPoll>('POST', '/v1/messages', { body: { group: group.id, poll } })
    const { id, chat } = await until(ask, { describe: 'the group to be known to messages' })
    await reaches(system(), id, 'read')
    const receipts = () => system().ok<Receipt[]>('GET', `/v1/messages/${id}/receipts`)
    await until(async () => (await receipts()).filter(({ status }) => status === 'read').length === 2)
    expect((await receipts()).map(({ phone }) => phone).toSorted()).toEqual([ada, grace].toSorted())

    const says = (from: string, text: string) =>
      system().ok('POST', `/v1/numbers/${group.number}/simulate`, {
        body: { message: { from, text, groupId: group.id } },
      })
    const tally = async () => {
      const shown = await system().ok<GroupPoll>('GET', `/v1/messages/${id}`)
      return (shown.poll.tally ?? []).map(({ option, votes }) => `${option} ${votes}`).join(', ')
    }
    await says(ada, '1')
    await until(async () => (await tally()) === 'Lake 1, Hills 0, Sea 0')
    await says(grace, '3')
    await says(ada, 'Oh, the sea then')
    await says(ada, '3.')
    await until(async () => (await tally()) === 'Lake 0, Hills 0, Sea 2', { describe: 'both to want to the sea' })

    const inGroup = await system().ok<Message[]>('GET', `/v1/messages?direction=in&group=${group.id}`)
    expect(inGroup.map((message) => message.chat)).toEqual(Array.from({ length: 4 }, () => chat))
    const votes = () => hook.received().filter(({ event, data }) => event === 'message:updated' && data['id'] === id)
    await until(() => votes().length === 3, { describe: 'every vote to be announced' })
    const read = () => hook.received().filter(({ data }) => data['id'] === id && data['ack'] === 'read')
    await until(() => read().length === 2, { describe: 'both to have read it' })
  })
}
