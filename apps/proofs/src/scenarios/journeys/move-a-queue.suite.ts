import { until } from '@posthorn/testkit'
import { callLog, eachOf, messageOf, phoneOf, type RunningSystem } from '@posthorn/testkit/system'
import { expect, test } from 'vitest'
import { type Message, reaches } from './customers.ts'

type Queue = { status: string; waiting: number; scheduled: number }
type Moved = Message & { number: string; waiting?: { reason: string } }

const messages = 20

/** Messages that wait in the queue of one number can be sent by another, for example if the first is blocked. */
export function moveAQueue(system: () => RunningSystem): void {
  test('a queue: paused, looked at, purged in part, moved to another number, sent from there once', async () => {
    const from = system().account.number
    const { id: to } = await system().ok<{ id: string }>('POST', '/v1/numbers', {
      body: { name: 'Second line', provider: 'simulator' },
    })
    const queueOf = (id: string) => system().ok<Queue>('GET', `/v1/numbers/${id}/queue`)
    expect((await queueOf(to)).status).toBe('active')
    await until(async () => (await queueOf(from)).waiting === 0, { describe: 'what waited before to be sent' })
    await system().ok('POST', `/v1/numbers/${from}/queue/pause`)

    const sent = await eachOf(messages, 8, async (i) => {
      const body = { phone: phoneOf(950_000 + i), message: `News ${i}`, reference: i < 5 ? 'mistake' : 'newsletter' }
      return system().ok<Message>('POST', '/v1/messages', { body })
    })
    await until(async () => (await queueOf(from)).waiting === messages, { describe: 'all to wait' })
    const shown = await system().ok<Moved>('GET', `/v1/messages/${sent[0]?.id}`)
    expect(shown).toMatchObject({ status: 'queued', waiting: { reason: 'number_paused' } })

    await system().ok('POST', `/v1/numbers/${from}/queue/purge`, { body: { reference: 'mistake' } })
    expect(await queueOf(from)).toMatchObject({ waiting: messages - 5 })
    const move = { body: { number: to } }
    expect(await system().ok('POST', `/v1/numbers/${from}/queue/move`, move)).toEqual({
      moved: messages - 5,
      chats: messages - 5,
      remaining: 0,
    })
    const [dropped, moved] = [sent.slice(0, 5), sent.slice(5)]
    await Promise.all(
      moved.map(async ({ id }) => expect(await reaches(system(), id, 'read')).toMatchObject({ number: to })),
    )
    await Promise.all(dropped.map(({ id }) => reaches(system(), id, 'canceled')))
    expect(await queueOf(from)).toMatchObject({ status: 'paused', waiting: 0 })
    const own = sent.map(({ id }) => id)
    const calls = (await callLog(system())).map(messageOf).filter((id) => own.includes(id))
    expect(calls).toHaveLength(moved.length)
    expect(new Set(calls)).toEqual(new Set(moved.map(({ id }) => id)))
    await system().ok('POST', `/v1/numbers/${from}/queue/resume`)
  })
}
