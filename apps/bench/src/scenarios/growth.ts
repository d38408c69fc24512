import { idFloor } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import {
  allRead,
  cpuSecondsOf,
  eachOf,
  median,
  play,
  type RunningSystem,
  rest,
  setQueue,
  unthrottle,
} from '@posthorn/testkit/system'
import { type Bench, type Child, nextMessage, type Outcome, type Scenario, secondsOf, startChild } from '../bench.ts'
import { fill } from '../many.ts'

const parts = ['accept', 'dispatch', 'deliver'] as const

/** Milliseconds per message in one stage. */
type Cost = { cpuMs: number; wallMs: number }
type Costs = Record<(typeof parts)[number], Cost>

/** Cost per message with few and with many stored messages: CPU time, which is least affected by other work, and elapsed time. */
export const growth: Scenario = {
  name: 'growth',
  measures:
    'CPU and time per message for accepting, dispatching and delivering, with many messages stored beside with 10,000',
  run: (bench) => bench.withSystem((system) => measure(bench, system), { env: { STATUS_DELAY_MS: '600000' } }),
}

/** Measures the same work with 10,000 stored messages and with many. Status callbacks come only when the simulator's clock is advanced. */
async function measure(bench: Bench, system: RunningSystem): Promise<Outcome> {
  const stored = bench.rows ?? bench.size(200_000, 5_000_000)
  const holdings = (messages: number) => ({ messages, chats: messages / 10, contacts: 100 })
  await using sink = await startChild('sink.ts')
  await system.ok('POST', '/v1/webhooks', { body: { url: sink.url, events: ['message:out', 'message:ack'] } })
  await unthrottle(system, 1_000)
  await fill(system, holdings(10_000), bench.say)
  const few = await costs(bench, system, sink)
  await fill(system, holdings(stored), bench.say)
  const many = await costs(bench, system, sink)
  const note = `${stored} messages stored`
  return {
    measurements: parts.flatMap((part): Outcome['measurements'] => [
      {
        measurement: `CPU per message, ${part}, with many stored`,
        value: many[part].cpuMs,
        unit: 'ms',
        baseline: few[part].cpuMs,
        target: { of: 'ratio', atMost: 1.1 },
        note,
      },
      {
        measurement: `time per message, ${part}, with many stored`,
        value: many[part].wallMs,
        unit: 'ms',
        baseline: few[part].wallMs,
        note,
      },
    ]),
  }
}

/** Measures the current cost of a message: medians over several rounds, so that a disturbed round does not count, after a warm-up. */
async function costs(bench: Bench, system: RunningSystem, sink: Child): Promise<Costs> {
  await round(system, sink, bench.size(500, 5_000))
  const rounds: Costs[] = []
  for (let i = 0; i < bench.size(1, 3); i++) {
    const found = await round(system, sink, bench.size(1_500, 3_000))
    bench.say(`per message: ${shown(found)}`)
    rounds.push(found)
  }
  const middle = (part: keyof Costs): Cost => ({
    cpuMs: median(rounds.map((each) => each[part].cpuMs)),
    wallMs: median(rounds.map((each) => each[part].wallMs)),
  })
  return { accept: middle('accept'), dispatch: middle('dispatch'), deliver: middle('deliver') }
}

/** Returns the cost of each stage as text for the terminal. */
function shown(costs: Costs): string {
  return parts
    .map((part) => `${part} ${costs[part].cpuMs.toFixed(2)} ms CPU, ${costs[part].wallMs.toFixed(2)} ms`)
    .join('; ')
}

/** Measures messages stage by stage: accepted while the queue is paused, then sent, then completely delivered to the webhook. */
async function round(system: RunningSystem, sink: Child, messages: number): Promise<Costs> {
  const cost = async (work: () => Promise<unknown>): Promise<Cost> => {
    const before = cpuOf(system)
    const seconds = await secondsOf(work)
    return { cpuMs: ((cpuOf(system) - before) * 1_000) / messages, wallMs: (seconds * 1_000) / messages }
  }
  const reported = async (events: number) => {
    const all = async () => (await sink.ask<{ count: number }>({})).count >= events
    await until(all, { timeoutMs: 300_000, describe: `the webhook to be told ${events} events` })
  }
  await rest(system)
  await sink.ask({ reset: true })
  await setQueue(system, 'paused')
  const floor = idFloor('msg', Date.now())
  const accept = await cost(() =>
    eachOf(messages, 32, () => system.ok('POST', '/v1/messages', { body: nextMessage() })),
  )
  const dispatch = await cost(async () => {
    await setQueue(system, 'active')
    await reported(messages)
    await rest(system)
  })
  const deliver = await cost(async () => {
    // Advance far enough for all three statuses to be due. Eight rounds stay within the 24-hour window.
    await play(system, { advance: { seconds: 6_000 } })
    // If two statuses arrive together, the later one may be applied first. The earlier one causes no event in that case.
    await reported(messages * 2)
    // Query only near the end, because each query also puts load on Postgres.
    await allRead(system, messages, floor)
    await rest(system)
  })
  return { accept, dispatch, deliver }
}

/** Returns the CPU seconds that the services on a message's way, Postgres and NATS have used so far. */
function cpuOf(system: RunningSystem): number {
  const counted = ['gateway', 'messaging', 'webhooks', 'numbers', 'postgres', 'nats']
  return cpuSecondsOf(counted.flatMap((name) => system.run.processes[name]?.pid ?? []))
}
