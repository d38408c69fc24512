import { until } from '@posthorn/testkit'
import {
  eachOf,
  median,
  parked,
  type RunningSystem,
  resumeAndEmpty,
  rowsOf,
  setQueue,
  startReplica,
  unthrottle,
} from '@posthorn/testkit/system'
import {
  type Bench,
  type Child,
  measureCpu,
  nextMessage,
  type Outcome,
  type Scenario,
  startChild,
  totalMs,
} from '../bench.ts'

type Speed = { perSecond: number; cpuMs: number }
type Speeds = { dispatch: Speed; deliver: Speed }

/** How many numbers and webhooks share the load. One process serves each at a time, so two processes need several to share the work. */
const lines = 8

export const replicas: Scenario = {
  name: 'replicas',
  measures:
    'dispatch and delivery of eight numbers and webhooks by two processes of a service, beside one; also CPU per message',
  run: (bench) => bench.withSystem((system) => measure(bench, system), { env: { STATUS_DELAY_MS: '3600000' } }),
}

/** Alternates rounds with one and with two processes, so that a change of the machine's speed affects both. */
async function measure(bench: Bench, system: RunningSystem): Promise<Outcome> {
  await using sink = await startChild('sink.ts')
  const numberIds = await eachOf(lines, 1, async (i) => (i === 0 ? system.account.number : createNumber(system, i)))
  const webhookIds = await eachOf(lines, 1, async (i) => {
    const body = { url: `${sink.url}/${i}`, events: ['message:out'], number: numberIds[i] }
    return (await system.ok<{ id: string }>('POST', '/v1/webhooks', { body })).id
  })
  for (const id of numberIds) await unthrottle(system, 1_000, id)
  const setup = { sink, numberIds, webhookIds }
  const rounds: Record<'one' | 'two', Speeds[]> = { one: [], two: [] }
  await speeds(bench, system, setup)
  for (let i = 0; i < bench.size(2, 3); i++) {
    rounds.one.push(await speeds(bench, system, setup))
    await using messaging = await startReplica(system, 'messaging')
    await using webhooks = await startReplica(system, 'webhooks')
    const both = { ...setup, more: [messaging.pid, webhooks.pid] }
    // Warm up: new processes run code that isn't optimized yet.
    await speeds(bench, system, both)
    rounds.two.push(await speeds(bench, system, both))
  }
  return { measurements: (['dispatch', 'deliver'] as const).flatMap((part) => measurementsOf(part, rounds)) }
}

/** Compares the rate and CPU usage of two processes with those of one process, using medians of alternating rounds. */
function measurementsOf(part: keyof Speeds, { one, two }: Record<'one' | 'two', Speeds[]>): Outcome['measurements'] {
  const of = (rounds: Speeds[], metric: keyof Speed) => median(rounds.map((round) => round[part][metric]))
  return [
    {
      measurement: `${part} with a second process`,
      value: of(two, 'perSecond'),
      unit: '/s',
      baseline: of(one, 'perSecond'),
      target: { of: 'ratio', atLeast: 1.6 },
    },
    {
      measurement: `CPU per message, ${part} with a second process`,
      value: of(two, 'cpuMs'),
      unit: 'ms',
      baseline: of(one, 'cpuMs'),
      target: { of: 'ratio', atMost: part === 'dispatch' ? 1.05 : 1.1 },
      note: `of the whole system; rounds ${two.map((round, i) => (round[part].cpuMs / (one[i]?.[part].cpuMs ?? Number.NaN)).toFixed(2)).join(', ')}`,
    },
  ]
}

/** Creates a number of the simulator, and waits until messaging knows it, which an event tells it. */
async function createNumber(system: RunningSystem, i: number): Promise<string> {
  const body = { name: `Line ${i}`, provider: 'simulator' }
  const { id } = await system.ok<{ id: string }>('POST', '/v1/numbers', { body })
  await until(() => system.ok('GET', `/v1/numbers/${id}/queue`), { describe: 'messaging to know the number' })
  return id
}

/**
 * Measures dispatch and delivery alone, one after the other: messages accumulate while queues are paused, and deliveries while webhooks
 * are. `more`: ids of the additional processes, whose CPU time counts too.
 */
async function speeds(
  bench: Bench,
  system: RunningSystem,
  setup: { sink: Child; numberIds: string[]; webhookIds: string[]; more?: number[] },
): Promise<Speeds> {
  const { sink, numberIds, webhookIds, more = [] } = setup
  const messages = bench.size(2_000, 10_000)
  const timed = async (work: () => Promise<void>): Promise<Speed> => {
    const [begun, endCpu] = [performance.now(), measureCpu(system, more)]
    await work()
    return { perSecond: (messages * 1_000) / (performance.now() - begun), cpuMs: totalMs(endCpu(messages)) }
  }
  const every = (action: 'pause' | 'resume') =>
    Promise.all(webhookIds.map((id) => system.ok('POST', `/v1/webhooks/${id}/${action}`)))
  await every('pause')
  for (const id of numberIds) await setQueue(system, 'paused', id)
  await eachOf(messages / 100, 4, (i) => {
    const number = numberIds[i % lines]
    return system.post('/v1/messages/batch', {
      messages: Array.from({ length: 100 }, () => ({ ...nextMessage(), number })),
    })
  })
  const dispatch = await timed(() => resumeAndEmpty(system, numberIds))
  await parked(system, messages)
  const deliver = await timed(async () => {
    await every('resume')
    await until(async () => (await sink.ask<{ count: number }>({})).count >= messages, { timeoutMs: 300_000 })
    await until(async () => (await unfinishedDeliveries(system)) === 0, {
      describe: 'the last attempts to be recorded',
    })
  })
  await sink.ask({ reset: true })
  bench.say(
    `${more.length > 0 ? 'two processes' : 'one process'}: ${textOf('dispatched', dispatch)}, ${textOf('delivered', deliver)}`,
  )
  return { dispatch, deliver }
}

/** Returns the speed of a stage as text. `done`: what happened to the messages, such as "delivered". */
const textOf = (done: string, { perSecond, cpuMs }: Speed) =>
  `${Math.round(perSecond)} ${done} per second, ${cpuMs.toFixed(2)} ms of CPU each`

/** Counts deliveries whose last attempt is not recorded yet. */
async function unfinishedDeliveries(system: RunningSystem): Promise<number> {
  const [row] = await rowsOf<{ open: number }>(system, 'select count(*)::int as open from webhooks.delivery_job')
  return row?.open ?? 0
}
