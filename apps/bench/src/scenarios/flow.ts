import { setTimeout as pause } from 'node:timers/promises'
import { until } from '@posthorn/testkit'
import {
  allRead,
  eachOf,
  parked,
  play,
  purge,
  type RunningSystem,
  resumeAndEmpty,
  rowsOf,
  setQueue,
  unthrottle,
} from '@posthorn/testkit/system'
import {
  type Bench,
  type Child,
  type CpuCost,
  costText,
  load,
  measureCpu,
  nextMessage,
  type Outcome,
  type Scenario,
  secondsOf,
  startChild,
  totalMs,
} from '../bench.ts'

type SinkReport = { count: number; read: number }

/** Messages accepted but not yet read: enough to keep every stage busy, few enough that no stage gets far ahead. */
const outstanding = 400
const perSecondMax = 1_000

/** The path of a message, as a whole and by stage: acceptance, provider call, three statuses, and three events to one webhook. */
export const flow: Scenario = {
  name: 'flow',
  measures: 'the whole way of a message, sustained, beside what its parts measured alone add up to',
  /** Measures the stages on one system and the whole on another. If stages ran one after another, a message would take their sum. */
  async run(bench) {
    const parts = await bench.withSystem((system) => measureParts(bench, system), {
      env: { STATUS_DELAY_MS: '3600000' },
    })
    const whole = await bench.withSystem((system) => measureWhole(bench, system))
    const sum = 1 / parts.reduce((seconds, { perSecond }) => seconds + 1 / perSecond, 0)
    const note = parts.map(({ name, perSecond }) => `${name} ${Math.round(perSecond)}/s`).join(', ')
    const measurement: Outcome['measurements'][number] = {
      measurement: 'whole flow, messages per second',
      value: whole.perSecond,
      unit: '/s',
      baseline: sum,
      target: { of: 'ratio', atLeast: 0.7 },
      note,
    }
    const least = { measurement: 'whole flow, sustained', value: whole.perSecond, unit: '/s' }
    return {
      measurements: [
        measurement,
        { ...least, target: { of: 'value', atLeast: 500 } },
        {
          measurement: 'CPU per message, whole flow',
          value: totalMs(whole.cost),
          unit: 'ms',
          baseline: 'bare request',
          target: { of: 'ratio', atMost: 9 },
          note: costText(whole.cost),
        },
        ...databaseMeasurements(whole.database),
      ],
    }
  },
}

type Whole = { perSecond: number; cost: CpuCost; database: DatabaseCost }

/** Returns what a message costs in Postgres. Unlike times, these counts hardly depend on the machine. */
function databaseMeasurements({ statements, commits, walKb }: DatabaseCost): Outcome['measurements'] {
  const measured = (measurement: string, value: number, unit: string) => ({ measurement, value, unit })
  return [
    {
      ...measured('statements of a message, whole flow', statements, 'statements'),
      target: { of: 'value', atMost: 1.9 },
    },
    { ...measured('commits of a message, whole flow', commits, 'commits'), target: { of: 'value', atMost: 0.65 } },
    { ...measured('write-ahead log of a message, whole flow', walKb, 'KB'), target: { of: 'value', atMost: 28 } },
  ]
}

/** Keeps `outstanding` messages in progress for a while, and measures how many per second are completely delivered. */
async function measureWhole(bench: Bench, system: RunningSystem): Promise<Whole> {
  await countStatements(system)
  await using sink = await startChild('sink.ts')
  await system.ok('POST', '/v1/webhooks', { body: { url: sink.url, events: ['message:out', 'message:ack'] } })
  await unthrottle(system, perSecondMax)
  const reported = async () => (await sink.ask<SinkReport>({})).read
  let [accepted, stopped] = [0, false]
  const untilRoom = async () => {
    while (!stopped && accepted - (await lastReported()) >= outstanding) await pause(5)
  }
  const lastReported = cached(reported, 20)
  const senders = eachOf(16, 16, async () => {
    while (!stopped) {
      await untilRoom()
      if (!stopped) await post(system)
      accepted += 1
    }
  })
  await pause(bench.size(3, 25) * 1_000)
  const endDatabase = await measureDatabase(system)
  const [from, begun, endCpu] = [await reported(), performance.now(), measureCpu(system)]
  await pause(bench.size(10, 60) * 1_000)
  const messages = (await reported()) - from
  const cost = endCpu(messages)
  const perSecond = messages / ((performance.now() - begun) / 1_000)
  const database = await endDatabase(messages)
  stopped = true
  await senders
  bench.say(`whole flow: ${Math.round(perSecond)} messages per second, ${costText(cost)} ms of CPU each`)
  return { perSecond, cost, database }
}

/** Caches the result of `ask` for `forMs` milliseconds, so that senders who wait together ask once. */
function cached(ask: () => Promise<number>, forMs: number): () => Promise<number> {
  let [at, answer] = [Number.NEGATIVE_INFINITY, Promise.resolve(0)]
  return () => {
    if (performance.now() - at > forMs) [at, answer] = [performance.now(), ask()]
    return answer
  }
}

/** Posts a message without the checks of the test kit, whose CPU time would be taken from the system. */
async function post(system: RunningSystem): Promise<void> {
  const headers = { 'content-type': 'application/json', Token: system.account.key }
  const answer = await fetch(`${system.url}/v1/messages`, {
    method: 'POST',
    headers,
    body: JSON.stringify(nextMessage()),
  })
  await answer.arrayBuffer()
  if (answer.status !== 201) throw new Error(`POST /v1/messages answered ${answer.status}`)
}

type Part = { name: string; perSecond: number }

/** Measures each stage alone. The system's provider sends statuses only on request, and its webhook is paused until the end. */
async function measureParts(bench: Bench, system: RunningSystem): Promise<Part[]> {
  await unthrottle(system, perSecondMax)
  await setQueue(system, 'paused')
  const url = `${system.url}/v1/messages`
  const headers = { Token: system.account.key }
  await load(url, { headers, seconds: 3 })
  const { perSecond } = await load(url, { headers, seconds: bench.size(5, 15) })
  await purge(system)
  await using sink = await startChild('sink.ts')
  const webhook = await system.ok<{ id: string }>('POST', '/v1/webhooks', {
    body: { url: sink.url, events: ['message:out', 'message:ack'] },
  })
  await system.ok('POST', `/v1/webhooks/${webhook.id}/pause`)
  const messages = bench.size(3_000, 10_000)
  await eachOf(messages / 100, 4, () =>
    system.post('/v1/messages/batch', { messages: Array.from({ length: 100 }, nextMessage) }),
  )
  const parts: Part[] = [
    { name: 'accept', perSecond },
    { name: 'dispatch', perSecond: messages / (await secondsOf(() => resumeAndEmpty(system))) },
    { name: 'statuses', perSecond: messages / (await secondsOf(() => statuses(system, messages))) },
    { name: 'webhooks', perSecond: await webhooks(system, { sink, webhookId: webhook.id, messages }) },
  ]
  for (const part of parts) bench.say(`${part.name} alone: ${Math.round(part.perSecond)} messages per second`)
  return parts
}

/** Receives three statuses per message and turns them into events. Advances the provider's clock, so that all are due. */
async function statuses(system: RunningSystem, messages: number): Promise<void> {
  await play(system, { advance: { seconds: 36_000 } })
  await allRead(system, messages)
}

/** Resumes the paused webhook, waits for all events, and returns the delivery rate in messages per second. */
async function webhooks(
  system: RunningSystem,
  { sink, webhookId, messages }: { sink: Child; webhookId: string; messages: number },
): Promise<number> {
  // If two statuses arrive together, the later one may be applied first. The earlier one causes no event in that case.
  const reported = `select count(*)::int as reported from messaging.outbox where kind in ('message:out', 'message:ack')`
  const deliveries = (await rowsOf<{ reported: number }>(system, reported))[0]?.reported ?? 0
  await parked(system, deliveries)
  await system.ok('POST', `/v1/webhooks/${webhookId}/resume`)
  await until(async () => (await sink.ask<SinkReport>({})).count >= deliveries, { timeoutMs: 300_000 })
  const { firstAtMs, lastAtMs } = await sink.ask<SinkReport & { firstAtMs: number; lastAtMs: number }>({})
  return (messages * 1_000) / (lastAtMs - firstAtMs)
}

/** Postgres cost per message: statements (except those for transactions and their scope), commits, and kilobytes of write-ahead log. */
type DatabaseCost = { statements: number; commits: number; walKb: number }

/** Restarts the system with a Postgres that counts statements, for `measureDatabase`. */
async function countStatements(system: RunningSystem): Promise<void> {
  await rowsOf(system, `alter system set shared_preload_libraries = 'pg_stat_statements'`)
  await system.stop()
  await system.restart()
  await rowsOf(system, 'create extension if not exists pg_stat_statements')
}

/** Starts measuring. The returned function stops, and returns the cost per message. */
async function measureDatabase(system: RunningSystem): Promise<(messages: number) => Promise<DatabaseCost>> {
  const before = await countersOf(system)
  return async (messages) => {
    const after = await countersOf(system)
    const cost = (name: keyof DatabaseCost) => (after[name] - before[name]) / messages
    return { statements: cost('statements'), commits: cost('commits'), walKb: cost('walKb') }
  }
}

/** Returns the counters of Postgres since it started. Statements that only begin, end or set up a transaction are left out. */
async function countersOf(system: RunningSystem): Promise<DatabaseCost> {
  const [row] = await rowsOf<DatabaseCost>(
    system,
    `select (select sum(xact_commit) from pg_stat_database)::float8 as commits, (select wal_bytes / 1024 from pg_stat_wal)::float8 as "walKb",
       (select sum(calls) from pg_stat_statements where query !~* '^(begin|commit|rollback|set local)')::float8 as statements`,
  )
  if (row === undefined) throw new Error('Postgres has no counters')
  return row
}
