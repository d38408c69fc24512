import { setTimeout as pause } from 'node:timers/promises'
import { startProxy, until } from '@posthorn/testkit'
import { callLog, listen, percentile, type RunningSystem, rowsAt } from '@posthorn/testkit/system'
import { brokenInvariants, invariantText, type Load, p99Of, startLoad, strangeStatuses } from '../load.ts'
import { OwnPostgres } from '../operations/own-postgres.ts'
import { OwnCluster } from '../outbox/broker.ts'
import { all, groupOf, type Outcome, type ProofFixture } from '../proof.ts'

const perSecond = 5
const databaseAwayMs = 8_000

/** What still worked while one Postgres was down: accepted messages, provider calls, and the status of listing contacts. */
type Meanwhile = { accepted: number; calls: number; contacts: number }

/** Kills a Postgres under load for some seconds and starts it again. Returns what still worked meanwhile. */
async function without(postgres: OwnPostgres, system: RunningSystem, load: Load): Promise<Meanwhile> {
  await postgres.kill()
  // Requests that were in progress when the server was killed may still get a response.
  await pause(1_000)
  const before = { accepted: load.sent.length, calls: (await callLog(system)).length }
  await pause(databaseAwayMs)
  const listed = await system.call('GET', '/v1/contacts?size=1').catch(() => ({ status: 0 }))
  const accepted = load.sent.length - before.accepted
  const calls = (await callLog(system)).length - before.calls
  await postgres.resume()
  const resumed = load.sent.length
  const goesOn = { timeoutMs: 120_000, describe: 'messages to be accepted again' }
  await until(() => load.sent.length > resumed + perSecond, goesOn)
  return { accepted, calls, contacts: listed.status }
}

/** Returns what still worked as text for the page of guarantees. */
const text = ({ accepted, calls, contacts }: Meanwhile) =>
  `${accepted} accepted, ${calls} sent, contacts answered ${contacts}`

/** L1: services spread over three Postgres servers, each killed and restarted in turn under load. */
async function databaseForEach(fixture: ProofFixture): Promise<Outcome> {
  await using messaging = await OwnPostgres.start()
  await using reporting = await OwnPostgres.start()
  await using others = await OwnPostgres.start()
  await using _fixture = fixture
  const system = await fixture.freshSystem({
    DATABASE_URL: others.url,
    DATABASE_URL_MESSAGING: messaging.url,
    DATABASE_URL_NUMBERS: reporting.url,
    DATABASE_URL_WEBHOOKS: reporting.url,
  })
  await using webhook = await listen(system)
  const load = startLoad(system, { perSecond, firstPhone: 95_000 })
  await until(() => load.sent.length > perSecond, { timeoutMs: 60_000, describe: 'messages to be accepted' })
  const withoutReporting = await without(reporting, system, load)
  const withoutMessaging = await without(messaging, system, load)
  await without(others, system, load)
  const sent = await load.stop()
  const broken = await brokenInvariants(fixture, system, { accepted: sent.map(({ id }) => id), receivers: [webhook] })
  const strange = strangeStatuses(sent)
  return all(
    `three servers, each killed for ${databaseAwayMs / 1_000} s at ${perSecond}/s: ${sent.length} accepted; without that of numbers and webhooks ${text(withoutReporting)}; without that of messaging ${text(withoutMessaging)}; ${invariantText(broken)}`,
    {
      'messages are accepted and sent without numbers and webhooks':
        withoutReporting.accepted > 0 && withoutReporting.calls > 0,
      'contacts answer without messaging': withoutMessaging.contacts === 200,
      'refused only with 503': strange.length === 0,
      'nothing lost or doubled': broken.length === 0,
    },
  )
}

/** A NATS election takes 4 to 9 s, and publishing without a leader takes 5 s. The rest is for the backlog. */
const brokerAwayMs = 25_000

/** Records when the webhook first got each message's `read` event. */
class Reports {
  readonly #atMs = new Map<string, number>()

  /** Notes when a message was first reported as read. */
  note(event: { event: string; data: { id?: string; ack?: string } }): void {
    const { id, ack } = event.data
    if (event.event === 'message:ack' && ack === 'read' && id !== undefined && !this.#atMs.has(id))
      this.#atMs.set(id, Date.now())
  }

  /** How many messages have been reported as read so far. */
  get count(): number {
    return this.#atMs.size
  }

  /** The longest interval between two reports, in milliseconds. */
  get longestPauseMs(): number {
    return longestGap([...this.#atMs.values()])
  }

  /** Returns how many milliseconds each reported message took from acceptance to its first report. */
  delays(sent: readonly { id: string; acceptedAtMs: number }[]): number[] {
    return sent.flatMap(({ id, acceptedAtMs }) => {
      const atMs = this.#atMs.get(id)
      return atMs === undefined ? [] : [atMs - acceptedAtMs]
    })
  }
}

/**
 * Kills each server once, the stream's leader first, whose loss needs an election. Returns that leader, and the smallest number of messages
 * reported during any one outage.
 */
async function killEachBroker(cluster: OwnCluster, reports: Reports): Promise<{ leader: string; reportedMin: number }> {
  const { cluster: now } = await cluster.whole()
  const leader = now?.leader ?? ''
  let reportedMin = Number.POSITIVE_INFINITY
  const leaderFirst = [...cluster.members].toSorted(([a], [b]) => Number(b === leader) - Number(a === leader))
  for (const [, server] of leaderFirst) {
    const before = reports.count
    await server.kill()
    await pause(brokerAwayMs)
    reportedMin = Math.min(reportedMin, reports.count - before)
    await server.resume()
    await cluster.whole()
  }
  return { leader, reportedMin }
}

/** L2: a NATS cluster of three servers, each killed in turn under load. Every event must have one delivery, which may be repeated. */
async function clusterOfBrokers(fixture: ProofFixture): Promise<Outcome> {
  await using cluster = await OwnCluster.start()
  await using _fixture = fixture
  const system = await fixture.freshSystem({ NATS_URL: cluster.url, BUS_REPLICAS: '3' })
  const { created } = await cluster.whole()
  const reports = new Reports()
  await using webhook = await listen(system, {
    respond: ({ json }) => {
      reports.note(json as Parameters<Reports['note']>[0])
      return {}
    },
  })
  const load = startLoad(system, { perSecond, firstPhone: 96_000 })
  await until(() => reports.count > perSecond, { timeoutMs: 120_000, describe: 'messages to be reported' })
  const { leader, reportedMin } = await killEachBroker(cluster, reports)
  const sent = await load.stop()
  const broken = await brokenInvariants(fixture, system, { accepted: sent.map(({ id }) => id), receivers: [webhook] })
  const after = await cluster.whole()
  const refused = sent.filter(({ statuses }) => statuses.length > 1).length
  const report = percentile(reports.delays(sent), 99)
  const repeated = webhook.receiver.requests.length - webhook.received().length
  return all(
    `each of three servers away for ${brokerAwayMs / 1_000} s at ${perSecond}/s, ${leader} that led first: ${sent.length} accepted, ${refused} of them asked for again; p99 of accepting ${p99Of(sent).toFixed(0)} ms, from acceptance to the report that it was read ${report.toFixed(0)} ms; at least ${reportedMin} reported while one was away, ${(reports.longestPauseMs / 1_000).toFixed(1)} s without a report at most; ${repeated} deliveries repeated; ${invariantText(broken)}`,
    {
      'nobody refused': refused === 0,
      'reports continue while a server is away': reportedMin > 0,
      'reports continue within 25 s': reports.longestPauseMs < brokerAwayMs,
      'the stream is the same afterwards': after.created === created && after.config.num_replicas === 3,
      'it is on disks': after.config.storage === 'file',
      'nothing lost or doubled': broken.length === 0,
    },
  )
}

const steadyMs = 10_000

/** Waits until the standby is synchronous: from then on, each commit waits until it is on the standby's disk. */
async function replicating(primary: OwnPostgres): Promise<void> {
  const states = () => rowsAt<{ sync_state: string }>(primary.url, 'select sync_state from pg_stat_replication')
  const isSynchronous = async () => (await states()).some(({ sync_state: state }) => state === 'sync')
  await until(isSynchronous, { timeoutMs: 60_000, describe: 'a synchronous standby' })
}

/** Returns the longest time between two neighboring times. */
function longestGap(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return Math.max(0, ...sorted.slice(1).map((time, i) => time - (sorted[i] ?? time)))
}

/** L3: under load, the primary is killed, its standby promoted, and the services' address moved to it, as a cluster's manager would. */
async function promotedStandby(fixture: ProofFixture): Promise<Outcome> {
  await using primary = await OwnPostgres.start()
  await using standby = await primary.addStandby()
  await replicating(primary)
  await using address = await startProxy(primary.url)
  await using _fixture = fixture
  // A promoted standby begins a new history, like a restored backup. It has every commit, so nothing needs to be held back.
  const system = await fixture.freshSystem({ DATABASE_URL: address.url, RESTORE_GUARD: 'skip' })
  await using webhook = await listen(system)
  const load = startLoad(system, { perSecond, firstPhone: 97_000 })
  await until(() => load.sent.length > perSecond, { timeoutMs: 60_000, describe: 'messages to be accepted' })
  await pause(steadyMs)
  const before = [...load.sent]
  await primary.kill()
  const [promoted] = await rowsAt<{ done: boolean }>(standby.url, 'select pg_promote() as done')
  address.leadTo(standby.url)
  address.cut()
  const resumed = load.sent.length
  const goesOn = { timeoutMs: 120_000, describe: 'messages to be accepted by the promoted standby' }
  await until(() => load.sent.length > resumed + 5 * perSecond, goesOn)
  const sent = await load.stop()
  const broken = await brokenInvariants(fixture, system, { accepted: sent.map(({ id }) => id), receivers: [webhook] })
  return all(
    `primary killed at ${perSecond}/s, standby promoted: ${before.length} accepted before, ${sent.length - before.length} since, none for ${(longestGap(sent.map(({ acceptedAtMs }) => acceptedAtMs)) / 1_000).toFixed(1)} s; p99 of accepting with a synchronous standby ${p99Of(before).toFixed(0)} ms; ${invariantText(broken)}`,
    {
      'the standby was promoted': promoted?.done === true,
      'refused only with 503': strangeStatuses(sent).length === 0,
      'nothing lost or doubled': broken.length === 0,
    },
  )
}

/** L: databases and brokers on several machines, as far as one machine can simulate it. */
export const scale = groupOf('scale', 'L. More than one machine', {
  L1: {
    promise: 'Each service can have a Postgres of its own, and the death of one stops only what needs it',
    expected:
      'three servers under load, each killed in turn: messages are accepted and sent without that of webhooks and numbers, contacts answer without that of messaging; 0 lost, 0 doubled',
    run: databaseForEach,
  },
  L2: {
    promise: 'A NATS cluster of three survives the loss of any server',
    expected:
      'BUS_REPLICAS=3, each server killed for 25 s under load, the leader of the stream first: no one refused, webhooks continue, the stream stays the same; 0 lost, 0 doubled',
    run: clusterOfBrokers,
  },
  L3: {
    promise: 'If Postgres dies, its synchronous standby takes over without data loss',
    expected:
      'primary killed under load, standby promoted, the address moves there: accepting continues, everything accepted before is there; 0 lost, 0 doubled',
    run: promotedStandby,
  },
})
