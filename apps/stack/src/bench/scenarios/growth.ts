import { until } from '@posthorn/testkit'
import { play } from '../../prove/simulated.ts'
import { eachOf } from '../../scenarios/events.ts'
import type { RunningSystem } from '../../scenarios/system.ts'
import type { Bench, Outcome, Scenario } from '../bench.ts'
import { type Child, startChild } from '../child.ts'
import { cpuSecondsOf } from '../cpu.ts'
import { nextMessage } from '../load.ts'
import { fill } from '../many.ts'
import { rest, setQueue, unthrottle } from '../queue.ts'

const counted = ['messaging', 'gateway', 'webhooks', 'numbers', 'postgres', 'nats']

/** message:out, and the acknowledgements delivered and read. */
const eventsPerMessage = 3

type Cost = { accept: number; dispatch: number; deliver: number }

/** What a message costs while few are stored, and while many are: CPU, which other work on the machine changes least. */
export const growth: Scenario = {
  name: 'growth',
  measures: 'CPU per message for accepting, dispatching and delivering, with many messages stored beside with 10,000',
  run: (bench) => bench.withSystem((system) => measure(bench, system), { env: { STATUS_DELAY_MS: '3600000' } }),
}

async function measure(bench: Bench, system: RunningSystem): Promise<Outcome> {
  const stored = bench.rows ?? bench.size(200_000, 5_000_000)
  const holdings = (messages: number) => ({ messages, chats: messages / 10, contacts: 100 })
  await using sink = await startChild('sink.ts')
  await system.ok('POST', '/v1/webhooks', { body: { url: sink.url, events: ['message:out', 'message:ack'] } })
  await unthrottle(system, 1_000)
  await fill(system, holdings(10_000), bench.say)
  await costOf(bench, system, sink)
  const few = await costOf(bench, system, sink)
  await fill(system, holdings(stored), bench.say)
  await costOf(bench, system, sink)
  const many = await costOf(bench, system, sink)
  return {
    figures: (['accept', 'dispatch', 'deliver'] as const).map((part) => ({
      figure: `CPU per message, ${part}, with many stored`,
      value: many[part] * 1_000,
      unit: 'ms',
      baseline: few[part] * 1_000,
      target: { of: 'ratio', atMost: 1.2 },
      note: `${stored} messages stored`,
    })),
  }
}

/** Seconds of CPU of the services, Postgres and NATS for one message, by part. */
async function costOf(bench: Bench, system: RunningSystem, sink: Child): Promise<Cost> {
  const messages = bench.size(2_000, 5_000)
  const cpu = () =>
    cpuSecondsOf(counted.flatMap((part) => (part === 'gateway' ? [] : [system.run.processes[part]?.pid ?? 0]))) +
    cpuSecondsOf([system.run.processes['gateway']?.pid ?? 0])
  const part = async (work: () => Promise<unknown>) => {
    const before = cpu()
    await work()
    return (cpu() - before) / messages
  }
  const told = async (events: number) => {
    const all = async () => (await sink.ask<{ count: number }>({})).count >= events
    await until(all, { timeoutMs: 300_000, describe: 'the webhook to be told everything' })
    await rest(system)
  }
  await sink.ask({ forget: true })
  await setQueue(system, 'paused')
  const accept = await part(() =>
    eachOf(messages, 32, () => system.call('POST', '/v1/messages', { body: nextMessage() })),
  )
  const dispatch = await part(async () => {
    await setQueue(system, 'active')
    await told(messages)
  })
  const deliver = await part(async () => {
    await play(system, { advance: { seconds: 36_000 } })
    await told(messages * eventsPerMessage)
  })
  const shown = Object.entries({ accept, dispatch, deliver }).map(
    ([name, of]) => `${name} ${(of * 1_000).toFixed(2)} ms`,
  )
  bench.say(`CPU per message: ${shown.join(', ')}`)
  return { accept, dispatch, deliver }
}
