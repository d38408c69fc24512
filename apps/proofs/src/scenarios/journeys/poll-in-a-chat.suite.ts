import { until } from '@posthorn/testkit'
import { listen, type RunningSystem } from '@posthorn/testkit/system'
import { expect, test } from 'vitest'
import { type Message, newCustomer, reaches, write } from './customers.ts'

type Poll = Message & { providerId: string; poll: { voters?: number; tally?: { option: string; votes: number }[] } }

export function pollInAChat(system: () => RunningSystem): void {
  test('a poll: customers tap or write their choice, one changes its mind, the votes are counted and published', async () => {
    await using hook = await listen(system(), { events: ['message:updated'] })
    const ask = async (phone: string) => {
      const body = { phone, poll: { name: 'Which day suits you?', options: ['Monday', 'Tuesday', 'Friday'] } }
      const { id } = await system().ok<Poll>('POST', '/v1/messages', { body })
      return reaches<Poll>(system(), id, 'read')
    }
    const [ada, grace] = [newCustomer(), newCustomer()]
    const [asked, other] = [await ask(ada), await ask(grace)]
    const tap = (phone: string, poll: Poll, [option, title]: [number, string]) =>
      write(system(), phone, {
        type: 'interactive',
        content: { type: 'button_reply', button_reply: { id: `option_${option}`, title } },
        replyTo: poll.providerId,
      })
    const tallyOf = async ({ id }: Poll) => {
      const { poll } = await system().ok<Poll>('GET', `/v1/messages/${id}`)
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
