import { randomUUID } from 'node:crypto'
import { until } from '@posthorn/testkit'
import {
  acceptedCalls,
  allDelivered,
  callLog,
  eachOf,
  eventLog,
  type Listening,
  listen,
  phoneOf,
  type RunningSystem,
} from '@posthorn/testkit/system'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cells, startCells } from './cells.fixture.ts'

let cells: Cells
beforeAll(async () => {
  cells = await startCells()
})
afterAll(() => cells[Symbol.asyncDispose]())

const messages = 100

async function send(key: string, phone: string): Promise<{ status: number; id: string }> {
  const headers = { Token: key, 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() }
  const body = JSON.stringify({ phone, message: 'Hello' })
  const answer = await fetch(`${cells.url}/v1/messages`, { method: 'POST', headers, body })
  const { id = '' } = (await answer.json().catch(() => ({}))) as { id?: string }
  return { status: answer.status, id }
}

async function acceptedBy(system: RunningSystem): Promise<Map<string, number>> {
  return acceptedCalls(await callLog(system))
}

async function sendToBoth(firstPhone: number): Promise<{ a: string[]; b: string[] }> {
  const keys = [cells.a.account.key, cells.b.account.key]
  const sent = await eachOf(messages, 5, (i) => send(keys[i % 2] ?? '', phoneOf(firstPhone + i)))
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201]))
  const ids = (rest: number) => sent.filter((_, i) => i % 2 === rest).map(({ id }) => id)
  return { a: ids(0), b: ids(1) }
}

describe('two cells behind one address', () => {
  it('send what their keys ask for, each once and nothing of the other, and get the callbacks of their numbers', async () => {
    await using ofA = await listen(cells.a)
    await using ofB = await listen(cells.b)
    const { a, b } = await sendToBoth(610_000)
    const { key, number } = cells.b.account
    const body = { message: { from: phoneOf(620_000), type: 'text', text: 'Hi there' } }
    await cells.b.ok('POST', `/v1/numbers/${number}/simulate`, { key, body })
    await allDelivered(cells.a, ofA, { ids: a, timeoutMs: 60_000 })
    await allDelivered(cells.b, ofB, { ids: b, timeoutMs: 60_000 })
    const received = ({ received: read }: Listening) => read().filter(({ event }) => event === 'message:in').length
    await until(() => received(ofB) === 1, { describe: 'the incoming message to arrive' })
    expect(received(ofA)).toBe(0)
    expect(await brokenIn(cells.a, a)).toEqual([])
    expect(await brokenIn(cells.b, b)).toEqual([])
  })

  it('stop apart: while one is dead the other continues, and what it had accepted is sent once it is back', async () => {
    await using ofB = await listen(cells.b)
    const { key } = cells.b.account
    const before = await eachOf(20, 5, (i) => send(key, phoneOf(630_000 + i)))
    cells.b.kill9('launcher')
    const [refused, accepted] = await Promise.all([
      send(key, phoneOf(640_000)),
      eachOf(20, 5, (i) => send(cells.a.account.key, phoneOf(650_000 + i))),
    ])
    expect(refused.status).toBeGreaterThanOrEqual(502)
    expect(new Set(accepted.map(({ status }) => status))).toEqual(new Set([201]))
    await cells.b.restart()
    const after = await send(key, phoneOf(640_001))
    expect(after.status).toBe(201)
    const ids = [...before, after].map(({ id }) => id)
    await allDelivered(cells.b, ofB, { ids, timeoutMs: 180_000 })
    const twice = [...(await acceptedBy(cells.b))].filter(([, calls]) => calls > 1)
    expect(twice).toEqual([])
  })
})

/**
 * Returns a cell's errors. The provider must be called exactly once for each of the cell's messages and for no other messages, and the
 * cell's log must have no gap.
 */
async function brokenIn(system: RunningSystem, own: string[]): Promise<string[]> {
  const calls = await acceptedBy(system)
  const sequences = (await eventLog(system)).map(({ sequence }) => sequence)
  const holes = sequences.filter((sequence, i) => i > 0 && sequence !== (sequences[i - 1] ?? 0) + 1)
  return [
    ...own.filter((id) => calls.get(id) !== 1).map((id) => `${id} was called ${calls.get(id) ?? 0} times`),
    ...[...calls.keys()].filter((id) => !own.includes(id)).map((id) => `${id} is of another cell`),
    ...holes.map((sequence) => `a hole before ${sequence}`),
  ]
}
