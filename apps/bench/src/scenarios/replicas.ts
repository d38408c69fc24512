import { until } from '@posthorn/testkit'
import type { RunningSystem } from '@posthorn/testkit/system'
import { cpuSecondsOf, drain, eachOf, parked, setQueue, startReplica, unthrottle } from '@posthorn/testkit/system'
import type { Bench, Outcome, Scenario } from '../bench.ts'
import { type Child, startChild } from '../child.ts'
import { nextMessage } from '../load.ts'

type Speed = { perSecond: number; perCpuSecond: number }
type Speeds = { dispatch: Speed; deliver: Speed }

/** One process at a time serves a number and an endpoint: several of each can be shared out. */
const lines = 8

/** One process of messaging and of webhooks, and then two of each. */
export const replicas: Scenario = {
  name: 'replicas',
  measures:
    'dispatch and delivery of eight numbers and webhooks by two processes of a service, beside one; also per second of CPU',
  run: (bench) => bench.withSystem((system) => measure(bench, system), { env: { STATUS_DELAY_MS: '3600000' } }),
}

async function measure(bench: Bench, system: RunningSystem): Promise<Outcome> {
  await using sink = await startChild('sink.ts')
  const numbers = await eachOf(lines, 1, async (i) => (i === 0 ? system.account.number : madeNumber(system, i)))
  const webhooks = await eachOf(lines, 1, async (i) => {
    const body = { url: `${sink.url}/${i}`, events: ['message:out'], number: numbers[i] }
    return (await system.ok<{ id: string }>('POST', '/v1/webhooks', { body })).id
  })
  for (const number of numbers) await unthrottle(system, 1_000, number)
  const place = { sink, numbers, webhooks }
  await speeds(bench, system, place)
  const one = await speeds(bench, system, place)
  const others = [await startReplica(system, 'messaging'), await startReplica(system, 'webhooks')]
  const two = await speeds(bench, system, { ...place, more: others.map(({ pid }) => pid) })
  for (const other of others) await other.end()
  return {
    measurements: (['dispatch', 'deliver'] as const).map((part) => ({
      measurement: `${part} with a second process`,
      value: two[part].perSecond,
      unit: '/s',
      baseline: one[part].perSecond,
      target: { of: 'ratio', atLeast: 1.6 },
      note: `per second of CPU of the whole system: ${two[part].perCpuSecond.toFixed(0)} beside ${one[part].perCpuSecond.toFixed(0)}`,
    })),
  }
}

/** One more number at the simulator. */
async function madeNumber(system: RunningSystem, i: number): Promise<string> {
  const body = { name: `Line ${i}`, provider: 'simulator' }
  const { id } = await system.ok<{ id: string }>('POST', '/v1/numbers', { body })
  const isKnown = async () => (await system.call<{ state?: string }>('GET', `/v1/numbers/${id}/queue`)).body.state
  await until(async () => (await isKnown()) === 'active', { describe: 'the number to be known' })
  return id
}

type Place = { sink: Child; numbers: string[]; webhooks: string[]; more?: number[] }

async function speeds(bench: Bench, system: RunningSystem, place: Place): Promise<Speeds> {
  const { sink, numbers, webhooks, more = [] } = place
  const messages = bench.size(2_000, 10_000)
  const cpu = () => cpuSecondsOf([...Object.values(system.run.processes).map(({ pid }) => pid), ...more])
  const timed = async (work: () => Promise<void>): Promise<Speed> => {
    const [begun, before] = [performance.now(), cpu()]
    await work()
    return {
      perSecond: (messages * 1_000) / (performance.now() - begun),
      perCpuSecond: messages / (cpu() - before),
    }
  }
  const every = (action: 'pause' | 'enable') =>
    Promise.all(webhooks.map((id) => system.ok('POST', `/v1/webhooks/${id}/${action}`)))
  await every('pause')
  for (const number of numbers) await setQueue(system, 'paused', number)
  await eachOf(messages / 100, 4, (i) => {
    const number = numbers[i % lines]
    return system.post('/v1/messages/batch', {
      messages: Array.from({ length: 100 }, () => ({ ...nextMessage(), number })),
    })
  })
  const dispatch = await timed(() => drain(system, numbers))
  await parked(system, messages)
  const deliver = await timed(async () => {
    await every('enable')
    await until(async () => (await sink.ask<{ count: number }>({})).count >= messages, { timeoutMs: 300_000 })
  })
  await sink.ask({ reset: true })
  bench.say(`${Math.round(dispatch.perSecond)} dispatched, ${Math.round(deliver.perSecond)} delivered per second`)
  return { dispatch, deliver }
}
