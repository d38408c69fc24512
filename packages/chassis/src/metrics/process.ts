import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Consumption } from '../bus/bus.ts'
import type { ChassisConfig } from '../config.ts'
import { watchDisks } from '../folders.ts'
import type { Metrics } from '../metrics.ts'
import { postgresAnswers } from '../rpc/server.ts'
import type { Runtime } from '../runtime.ts'
import { version } from '../version.ts'
import { databaseMetrics } from './database.sql.ts'

const loopResolutionMs = 10

const loopWindowMs = 30_000

type LoopHistogram = ReturnType<typeof monitorEventLoopDelay>

/**
 * Measures the event loop delay over the last one to two windows, independent of the number of readers. Returns a function that reads it.
 * Two histograms alternate: each counts for two windows, and the older one is read.
 */
export function loopDelays(windowMs: number): () => LoopHistogram {
  const begin = () => {
    const histogram = monitorEventLoopDelay({ resolution: loopResolutionMs })
    histogram.enable()
    return histogram
  }
  let [older, newer] = [begin(), begin()]
  setInterval(() => {
    older.reset()
    ;[older, newer] = [newer, older]
  }, windowMs).unref()
  return () => older
}

/** Shared by all services of the process, because they share its event loop, and each histogram is a timer of 10 ms. */
let delaysOfProcess: (() => LoopHistogram) | undefined

function processDelays(): () => LoopHistogram {
  delaysOfProcess ??= loopDelays(loopWindowMs)
  return delaysOfProcess
}

/** Measures how late the event loop is: median, p99 and maximum, in seconds. */
export function watchLoop(metrics: Metrics, read = processDelays()): void {
  // The histogram measures a timer's intervals, which include the time that the timer was set to.
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - loopResolutionMs) / 1000 || 0
  const help = 'How late the event loop was in the last 30 to 60 seconds'
  metrics.collect({ eventloop_delay_seconds: [help, 'quantile'] }, async () => {
    const name = 'eventloop_delay_seconds'
    const histogram = read()
    return [
      { name, value: late(histogram.percentile(50)), labels: { quantile: '0.5' } },
      { name, value: late(histogram.percentile(99)), labels: { quantile: '0.99' } },
      { name, value: late(histogram.max), labels: { quantile: '1' } },
    ]
  })
}

/** Measures whether the bus is reachable, how full its stream is, and how many messages wait for this service. */
function watchBus({ metrics, bus }: Runtime, events: { consumption: Consumption | undefined }): void {
  metrics.collect({ bus_connected: '1 while the bus can be reached' }, async () => [
    { name: 'bus_connected', value: bus.connected() ? 1 : 0 },
  ])
  metrics.collect({ bus_fill_ratio: 'Used share of the size of the stream of events' }, async () => [
    { name: 'bus_fill_ratio', value: (await bus.stream.read()).fill },
  ])
  const helps = {
    bus_pending: 'Messages on the bus, of one or several events, that this service has not been handed',
    bus_ack_pending: 'Messages that this service was handed and has not acknowledged',
  }
  metrics.collect(helps, async () => {
    const lag = await events.consumption?.lag()
    if (!lag) return []
    return [
      { name: 'bus_pending', value: lag.pending },
      { name: 'bus_ack_pending', value: lag.ackPending },
    ]
  })
}

/** Measures how long a quarantine has lasted, so that an alarm can tell that nothing is sent. */
function watchQuarantine({ metrics, quarantine }: Runtime): void {
  const help = 'How long a service has sent nothing because its Postgres was restored; 0 where it sends'
  metrics.collect({ quarantine_seconds: help }, async () => {
    const since = quarantine.known()
    // The time is that of Postgres, whose clock may be ahead of this machine's.
    const seconds = since === null ? 0 : Math.max(1, (Date.now() - since.getTime()) / 1000)
    return [{ name: 'quarantine_seconds', value: seconds }]
  })
}

/** Counts the folders and buckets that take no files, so that an alarm comes before an upload fails. */
function watchStores({ metrics, refusals }: Runtime): void {
  metrics.collect({ stores_refusing: 'Folders and buckets of this process that take no files now' }, async () => {
    const reasons = await Promise.all(refusals.map((ask) => ask()))
    return [{ name: 'stores_refusing', value: reasons.flat().length }]
  })
}

/** Counts the busy and idle connections to Postgres, and the work that waits for one. */
function watchPool({ metrics, db }: Runtime): void {
  metrics.collect({ pool_connections: ['Connections to Postgres, and who waits for one', 'state'] }, async () =>
    Object.entries(db.connections()).map(([state, value]) => ({ name: 'pool_connections', value, labels: { state } })),
  )
}

/** Less than the time after which a scrape omits values that weren't read. */
const postgresLimitMs = 2_000

/** Reports whether Postgres responds, as 1 or 0. Metrics that are read from Postgres are absent while it is down. */
function watchPostgres(runtime: Runtime): void {
  runtime.metrics.collect({ postgres_up: '1 while the Postgres of this service answers' }, async () => [
    { name: 'postgres_up', value: (await postgresAnswers(runtime, postgresLimitMs)) ? 1 : 0 },
  ])
}

const descriptionsOfUse = {
  process_cpu_seconds_total: 'Processor time of this process, user and system',
  process_resident_memory_bytes: 'Resident memory of this process',
  process_heap_bytes: 'Used heap of this process',
  process_start_time_seconds: 'When this process started, in seconds since 1970',
  build_info: ['1, with the release and the version of Node.js that this process runs', 'version', 'node'],
} as const

/** Measures the process's processor time and memory, and shows which release it runs. */
function watchUse(metrics: Metrics): void {
  metrics.collect(descriptionsOfUse, async () => {
    const { user, system } = process.cpuUsage()
    const { rss, heapUsed } = process.memoryUsage()
    return [
      { name: 'process_cpu_seconds_total', value: (user + system) / 1e6 },
      { name: 'process_resident_memory_bytes', value: rss },
      { name: 'process_heap_bytes', value: heapUsed },
      { name: 'process_start_time_seconds', value: performance.timeOrigin / 1000 },
      { name: 'build_info', value: 1, labels: { version, node: process.versions.node } },
    ]
  })
}

/** Collects what every service measures: event loop, disks, stores, usage, certificates, connections, Postgres, quarantine and bus. */
export function watchProcess(runtime: Runtime, events: { consumption: Consumption | undefined }): void {
  const { metrics, db, folders } = runtime
  watchLoop(metrics)
  watchDisks(metrics, folders)
  watchStores(runtime)
  watchUse(metrics)
  watchCertificates(metrics, runtime.config)
  watchPool(runtime)
  watchPostgres(runtime)
  watchQuarantine(runtime)
  watchBus(runtime, events)
  for (const { descriptions: helps, read } of databaseMetrics)
    metrics.collect(helps, () => db.withScope('all', () => read(db.em())))
}

type Certificates = Pick<ChassisConfig, 'NATS_CA' | 'NATS_CERT' | 'DATABASE_CA_FILE'>

const endOfCertificate = '-----END CERTIFICATE-----'

/** Measures the time until the certificates expire that are configured at the start. If one has several, the first to expire counts. */
export function watchCertificates(metrics: Metrics, { NATS_CA, NATS_CERT, DATABASE_CA_FILE }: Certificates): void {
  const texts = { NATS_CA, NATS_CERT, DATABASE_CA_FILE: DATABASE_CA_FILE && readFileSync(DATABASE_CA_FILE, 'utf8') }
  const expiries = Object.entries(texts).flatMap(([setting, text]) =>
    text ? [{ setting, at: firstExpiry(text) }] : [],
  )
  const descriptions = {
    certificate_remaining_seconds: ['How long the certificate of a setting is still valid', 'setting'],
  } as const
  metrics.collect(descriptions, async () =>
    expiries.map(({ setting, at }) => {
      const value = (at - Date.now()) / 1000
      return { name: 'certificate_remaining_seconds', value, labels: { setting } }
    }),
  )
}

/** Returns when the first of a text's certificates expires, in milliseconds. */
function firstExpiry(pem: string): number {
  const each = pem.split(endOfCertificate).slice(0, -1)
  return Math.min(...each.map((text) => Date.parse(new X509Certificate(`${text}${endOfCertificate}`).validTo)))
}
