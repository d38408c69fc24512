import { setTimeout as pause } from 'node:timers/promises'
import { until } from '@posthorn/testkit'
import { listen, percentile } from '@posthorn/testkit/system'
import { all, type Outcome } from '../check.ts'
import { brokenInvariants, invariantText } from '../invariants.ts'
import { startLoad } from '../load.ts'
import { OwnCluster } from '../outbox/cluster.ts'
import type { ProofFixture } from '../proof.fixture.ts'

const perSecond = 5
/** A NATS election takes 4 to 9 s, and publishing without a leader takes 5 s. The rest is for the backlog. */
const awayMs = 25_000

/** Records when the webhook first got each message's `read` event. */
class Reports {
  readonly #atMs = new Map<string, number>()

  note(event: { event: string; data: { id?: string; ack?: string } }): void {
    const { id, ack } = event.data
    if (event.event === 'message:ack' && ack === 'read' && id !== undefined && !this.#atMs.has(id))
      this.#atMs.set(id, Date.now())
  }

  get count(): number {
    return this.#atMs.size
  }

  /** The longest interval between two reports, in milliseconds. */
  get longestPauseMs(): number {
    const atMs = [...this.#atMs.values()].sort((a, b) => a - b)
    return Math.max(0, ...atMs.slice(1).map((at, i) => at - (atMs[i] ?? at)))
  }

  delays(sent: readonly { id: string; acceptedAtMs: number }[]): number[] {
    return sent.flatMap(({ id, acceptedAtMs }) => {
      const atMs = this.#atMs.get(id)
      return atMs === undefined ? [] : [atMs - acceptedAtMs]
    })
  }
}

/** Kills each server once, the stream's leader first. Returns the smallest number of messages reported during any one outage. */
async function killEach(cluster: OwnCluster, reports: Reports): Promise<{ leader: string; reportedMin: number }> {
  const { cluster: now } = await cluster.whole()
  const leader = now?.leader ?? ''
  let reportedMin = Number.POSITIVE_INFINITY
  for (const name of [leader, ...cluster.names.filter((other) => other !== leader)]) {
    const before = reports.count
    await cluster.kill(name)
    await pause(awayMs)
    reportedMin = Math.min(reportedMin, reports.count - before)
    await cluster.resume(name)
    await cluster.whole()
  }
  return { leader, reportedMin }
}

/** L2: a NATS cluster of three servers, each killed in turn under load. */
export async function clusterOfBrokers(fixture: ProofFixture): Promise<Outcome> {
  await using cluster = await OwnCluster.start()
  try {
    return await underLoad(fixture, cluster)
  } finally {
    await fixture.end()
  }
}

async function underLoad(fixture: ProofFixture, cluster: OwnCluster): Promise<Outcome> {
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
  const { leader, reportedMin } = await killEach(cluster, reports)
  const sent = await load.stop()
  const broken = await brokenInvariants(fixture, system, { accepted: sent.map(({ id }) => id), receivers: [webhook] })
  const after = await cluster.whole()
  const refused = sent.filter(({ statuses }) => statuses.length > 1).length
  const accept = percentile(
    sent.map(({ latencyMs }) => latencyMs),
    99,
  )
  const report = percentile(reports.delays(sent), 99)
  const repeated = webhook.receiver.requests.length - webhook.received().length
  return all(
    `each of three servers away for ${awayMs / 1_000} s at ${perSecond}/s, ${leader} that led first: ${sent.length} accepted, ${refused} of them asked for again; p99 of accepting ${accept.toFixed(0)} ms, from acceptance to the report that it was read ${report.toFixed(0)} ms; at least ${reportedMin} reported while one was away, ${(reports.longestPauseMs / 1_000).toFixed(1)} s without a report at most; ${repeated} deliveries repeated; ${invariantText(broken)}`,
    {
      'nobody refused': refused === 0,
      'reports continue while a server is away': reportedMin > 0,
      'reports continue within 25 s': reports.longestPauseMs < awayMs,
      'the stream is the same afterwards': after.created === created && after.config.num_replicas === 3,
      'it is on disks': after.config.storage === 'file',
      'nothing lost or doubled': broken.length === 0,
    },
  )
}
