import { execFileSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { serviceNames } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import {
  acceptedCalls,
  callLog,
  cpuSecondsOf,
  type Event,
  eventLog,
  listen,
  type RunningSystem,
  rest,
  rowsAt,
  unthrottle,
} from '@posthorn/testkit/system'
import { brokenInvariants, invariantText, startLoad, strangeStatuses } from '../load.ts'
import { all, type Outcome, type ProofFixture } from '../proof.ts'
import { queueMany } from '../sending/provider.ts'
import { lookupRole, OwnPooler, OwnPostgres, type Pooling, watchConnections, watchScope } from './own-postgres.ts'

const statuses = ['sent', 'delivered', 'read']

/** Returns the messages that the log doesn't report exactly once as sent and exactly once as read, and those whose status goes backward. */
async function reportedOf(
  system: RunningSystem,
  ids: readonly string[],
): Promise<{ notReportedOnce: string[]; goingBack: string[] }> {
  const byMessage = new Map<string, Event[]>()
  for (const event of await eventLog(system)) {
    const id = event.data.id
    if (id === undefined || !['message:out', 'message:ack'].includes(event.event)) continue
    byMessage.set(id, [...(byMessage.get(id) ?? []), event])
  }
  const of = (id: string) => byMessage.get(id) ?? []
  return {
    notReportedOnce: ids.filter((id) => !isReportedOnce(of(id))),
    goingBack: ids.filter((id) => hasGoneBack(of(id))),
  }
}

/** Returns whether a message was reported as sent and as read, and no status twice. A later status may replace "delivered". */
function isReportedOnce(events: readonly Event[]): boolean {
  const steps = events.map(({ event, data }) => (event === 'message:out' ? 'sent' : data.ack))
  return new Set(steps).size === steps.length && steps.includes('sent') && steps.includes('read')
}

/** Returns whether a later event has an earlier status. */
function hasGoneBack(events: readonly Event[]): boolean {
  const ranks = events.map(({ data }) => statuses.indexOf(String(data['status'])))
  return ranks.some((rank, i) => rank < (ranks[i - 1] ?? 0))
}

const awayMs = 3_000
/**
 * Services open at most 33 connections. In transaction mode, a few Postgres connections serve all of them; in session mode, each needs its
 * own.
 */
const poolings: readonly (Pooling & { perSecond: number; loadMs: number })[] = [
  { mode: 'transaction', ofEach: 2, perSecond: 30, loadMs: 10_000 },
  { mode: 'session', ofEach: 10, perSecond: 20, loadMs: 5_000 },
]
/** Each service has a login, and so does the pooler. */
const logins = serviceNames.length + 1
const warmUpMessages = 500
const measuredMessages = 1_000

type PooledSystem = { fixture: ProofFixture; system: RunningSystem; postgres: OwnPostgres; pooler?: OwnPooler }

/** J14: all services behind a PgBouncer that is killed under load, in each mode, and the pooler's CPU cost. */
export async function throughPooler(fixture: ProofFixture): Promise<Outcome> {
  const program = fixture.pgbouncer
  if (program === undefined) return { passed: false, measured: 'needs PGBOUNCER' }
  const [version] = execFileSync(program, ['--version'], { encoding: 'utf8' }).split('\n')
  const outcomes: Outcome[] = []
  for (const pooling of poolings)
    outcomes.push(await behindPooler(fixture, { program, pooling }, (pooled) => killedAndCosted(pooled, pooling)))
  const without = await withoutPooler(fixture)
  return {
    passed: outcomes.every(({ passed }) => passed),
    measured: `${version}: ${outcomes.map(({ measured }) => measured).join('. ')}. Without a pooler ${without}`,
  }
}

/** Runs `work` on a system whose services reach a new Postgres through a new PgBouncer. */
async function behindPooler<T>(
  fixture: ProofFixture,
  { program, pooling }: { program: string; pooling: Pooling },
  work: (pooled: Required<PooledSystem>) => Promise<T>,
): Promise<T> {
  await using postgres = await OwnPostgres.start()
  await rowsAt(postgres.url, `create role ${lookupRole} login superuser`)
  await using pooler = await OwnPooler.start(program, postgres.url, pooling)
  await using _fixture = fixture
  const addresses = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: postgres.url, DATABASE_POOLER: pooling.mode }
  const system = await fixture.freshSystem({ ...addresses, LOG_LEVEL: 'warn' })
  await unthrottle(system, 1_000)
  fixture.say(`the system runs behind ${pooling.ofEach} connections for each login in ${pooling.mode} mode`)
  return await work({ fixture, system, postgres, pooler })
}

/** Kills the pooler under load, then measures its cost on the same system. */
async function killedAndCosted(pooled: Required<PooledSystem>, pooling: (typeof poolings)[number]): Promise<Outcome> {
  const outcome = await killPooler(pooled, pooling)
  return { ...outcome, measured: `${outcome.measured}; ${await costOf(pooled)}` }
}

/** Kills the pooler under load and starts it again. Checks messages, events, connections, and that no scope stays on a connection. */
async function killPooler(
  { fixture, system, postgres, pooler }: Required<PooledSystem>,
  { mode, ofEach, perSecond, loadMs }: (typeof poolings)[number],
): Promise<Outcome> {
  await using webhook = await listen(system)
  await using servers = await watchConnections(postgres.url)
  await using scope = await watchScope(system, pooler.url)
  const load = startLoad(system, { perSecond, firstPhone: 400_000 })
  await pause(loadMs)
  await pooler.kill()
  const atKill = load.sent.length
  await pause(awayMs)
  servers.startAnew()
  await pooler.resume()
  await until(() => load.sent.length > atKill + perSecond, { timeoutMs: 60_000, describe: 'messages to be accepted' })
  await pause(loadMs)
  const sent = await load.stop()
  const ids = sent.map(({ id }) => id)
  const broken = await brokenInvariants(fixture, system, { accepted: ids, receivers: [webhook] })
  const calls = acceptedCalls(await callLog(system))
  const notOnce = ids.filter((id) => calls.get(id) !== 1).length
  const { notReportedOnce, goingBack } = await reportedOf(system, ids)
  const unprepared = system.output.includes('database.statements_not_prepared')
  return all(
    `${mode} mode, killed for ${awayMs / 1_000} s at ${perSecond}/s: ${sent.length} accepted, ${notOnce} not sent once, ${webhook.received().length} events received, the log reports all but ${notReportedOnce.length} as sent and read once, ${goingBack.length} with a status that went back; at most ${servers.most()} connections for 33 of services; ${scope.looks()} looks without a scope and as many of another workspace found ${scope.leaks().length} leaks; ${invariantText(broken)}`,
    {
      'every message sent once': notOnce === 0,
      [`every event reported once (${notReportedOnce.slice(0, 3).join(', ')})`]: notReportedOnce.length === 0,
      [`no status went back (${goingBack.slice(0, 3).join(', ')})`]: goingBack.length === 0,
      'statements are prepared': !unprepared,
      'no connections but those of the pool': servers.most() > 0 && servers.most() <= ofEach * logins,
      [`no role or scope left (${scope.leaks().slice(0, 3).join(', ')})`]: scope.leaks().length === 0,
      'it was looked at': scope.looks() > 20,
      'only 201, 429, 503 and lost connections': strangeStatuses(sent).length === 0,
      'nothing lost or doubled': broken.length === 0,
    },
  )
}

/** Measures the CPU cost of a message without a pooler, for comparison. */
async function withoutPooler(fixture: ProofFixture): Promise<string> {
  await using postgres = await OwnPostgres.start()
  await using _fixture = fixture
  const system = await fixture.freshSystem({ DATABASE_URL: postgres.url, LOG_LEVEL: 'warn' })
  await unthrottle(system, 1_000)
  return await costOf({ fixture, system, postgres })
}

/** Measures the CPU time for one message's complete flow with one webhook on an otherwise idle system. */
async function costOf({ system, postgres, pooler }: PooledSystem): Promise<string> {
  await using _webhook = await listen(system, { keeps: false })
  await queueMany(system, warmUpMessages, { firstPhone: 500_000 })
  await rest(system)
  const parts = Object.entries(system.run.processes).flatMap(([name, { pid }]) => (name === 'launcher' ? [] : [pid]))
  const seconds = () => ({
    services: cpuSecondsOf(parts),
    Postgres: cpuSecondsOf([postgres.pid]),
    ...(pooler ? { PgBouncer: cpuSecondsOf([pooler.pid]) } : {}),
  })
  const openedBefore = pooler?.countOpened() ?? 0
  const before: Record<string, number> = seconds()
  await queueMany(system, measuredMessages, { firstPhone: 510_000 })
  await rest(system)
  const each = Object.entries(seconds()).map(
    ([name, after]) => `${name} ${(((after - (before[name] ?? 0)) * 1_000) / measuredMessages).toFixed(2)}`,
  )
  const cost = `ms of CPU a message: ${each.join(', ')}`
  return pooler
    ? `${cost}; ${pooler.countOpened() - openedBefore} new connections to Postgres for ${measuredMessages} messages`
    : cost
}
