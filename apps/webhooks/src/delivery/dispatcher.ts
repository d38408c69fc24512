import { setTimeout as pause } from 'node:timers/promises'
import { createBatcher, faultPoint, type Runtime, stepOf, traceOf } from '@posthorn/chassis'
import type { VettedFetcher } from '@posthorn/http'
import { formatOf } from '../formats/formats.ts'
import type { DeliveryMetrics } from '../metrics.sql.ts'
import { type AttemptResult, classifyStatus, post } from './attempt.ts'
import type { ClaimedJob, LeaseCapacity } from './claim.sql.ts'
import { completeAttempts, type FinishedAttempt } from './complete.ts'
import { returnJobs } from './jobs.sql.ts'
import { type LeasedJob, PrefetchQueue } from './prefetch-queue.ts'
import { createSecrets, type Secrets } from './signing.ts'

/** Runs attempts separately from the claiming loop, so that a slow receiver doesn't delay claims for other receivers. */
export type Dispatcher = {
  /** Returns how many jobs may still be leased. */
  countFree(): number
  reserve: PrefetchQueue['reserve']
  /**
   * Attempts a leased job once its endpoint has a free slot, or returns it if the receiver fails before, or too little of its lease is left.
   * `leaseEndsMs`: by `performance.now()`.
   */
  start(job: ClaimedJob, leaseEndsMs: number): void
  computeCapacity(): LeaseCapacity
  /** Notes the jobs of a claim, in the order of their endpoints' ids. The next claim starts after them, so that endpoints take turns. */
  noteServed: PrefetchQueue['noteServed']
  clock: Clock
  /** Releases jobs that weren't started. Resolves once everything in flight has ended. */
  drain(): Promise<void>
}

type DispatcherOptions = {
  concurrency: number
  timeoutMs: number
  prefetchMs: number
  retryScale: number
  fetcher: VettedFetcher
  metrics: DeliveryMetrics
}

const completionPauseMs = 500
/** If this many attempts end while others are being recorded, the next batch waits for more. */
const busyFrom = 2
/** Time reserved at the end of a lease for recording the attempt. */
const recordingMs = 5_000

/** Creates the dispatcher of this process. It keeps track of what is under way, so that `drain` can wait for that. */
export function createDispatcher(runtime: Runtime, opts: DispatcherOptions): Dispatcher {
  const underWay = new Set<Promise<void>>()
  const track = (work: Promise<void>, deliveryId?: string) => {
    const tracked = work
      .catch((err: unknown) => runtime.log.error({ err, delivery: deliveryId }, 'delivery.attempt_failed'))
      .finally(() => underWay.delete(tracked))
    underWay.add(tracked)
  }
  const clock = createClock(runtime.log)
  const queue: PrefetchQueue = new PrefetchQueue({
    attemptMsMax: opts.timeoutMs + recordingMs,
    inFlightMax: opts.concurrency,
    prefetchMs: opts.prefetchMs,
    start: (leased) => track(attempt(leased), leased.job.deliveryId),
    returnJobs: (jobs) => track(returnUnstarted(runtime, jobs)),
    wake: () => runtime.wakeHere('deliver'),
  })
  const attempt = createAttempt(runtime, { ...opts, clock, queue })
  return {
    clock,
    countFree: () => queue.countFree(),
    reserve: (targets) => queue.reserve(targets),
    noteServed: (jobs) => queue.noteServed(jobs),
    start(job, leaseEndsMs) {
      if (job.expired) opts.metrics.leases.expired.add()
      // Attempts that end together are recorded together, across all workspaces.
      runtime.db.withScope('all', () => queue.add({ job, leaseEndsMs }))
    },
    computeCapacity: () => queue.computeCapacity(),
    async drain() {
      // The end of the process has no scope, and without one, these jobs are not found.
      runtime.db.withScope('all', () => queue.returnWaiting())
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

/** Returns a function that makes an attempt and records it in a batch with other attempts that end at about the same time. */
function createAttempt(
  runtime: Runtime,
  { queue, ...opts }: DispatcherOptions & { clock: Clock; queue: PrefetchQueue },
): (leased: LeasedJob) => Promise<void> {
  const complete = createBatcher<FinishedAttempt, boolean>(
    (attempts) => completeAttempts(runtime, opts, attempts),
    // Serialized, because concurrent completions for the same endpoint would only wait for its row lock.
    { batchSizeMax: 100, concurrency: 1, busyFrom },
  )
  const secrets = createSecrets(runtime.vault)
  const run = async (job: ClaimedJob): Promise<AttemptResult> => {
    let latencyMs: number | null | undefined = null
    try {
      const result = await postJob(job, runtime, { ...opts, secrets })
      faultPoint('call.answered', runtime.name)
      const outcome = classifyStatus(result.status)
      if (outcome === 'succeeded') latencyMs = result.latencyMs
      else if (result.isUnprepared) latencyMs = undefined
      opts.metrics.attempts.observe(result.latencyMs / 1000, { outcome })
      return result
    } finally {
      queue.finish(job, latencyMs)
    }
  }
  return async ({ job, leaseEndsMs }) => {
    try {
      const result = await run(job)
      const isRecorded = await completeInTime({ complete, attempted: { job, result }, leaseEndsMs, runtime })
      if (!isRecorded) opts.metrics.leases.lost.add()
      logAttempt(runtime, { job, result, isRecorded })
    } finally {
      queue.release(job)
    }
  }
}

/** Releases leases of jobs that weren't started. If that fails, they expire. */
async function returnUnstarted(runtime: Runtime, jobs: ClaimedJob[]): Promise<void> {
  await returnJobs(runtime.db.em(), jobs)
  runtime.wakeHere('deliver')
}

/** Makes an attempt's request within a trace span. */
async function postJob(
  job: ClaimedJob,
  { spans }: Runtime,
  opts: DispatcherOptions & { clock: Clock; secrets: Secrets },
): Promise<AttemptResult> {
  const { traceparent: parent } = job
  const step = spans.begin({ name: 'POST webhook', kind: 'client', parent, step: parent && stepOf(parent) })
  const format = formatOf(job.format)
  const result = await post(opts.fetcher, {
    url: job.url,
    eventId: job.eventId,
    readEntry: job.readEntry,
    format,
    names: job.names,
    openSecrets: () => opts.secrets.open(job, format.signature.key),
    traceparent: step.traceparent ?? null,
    replay: job.replay,
    timeoutMs: opts.timeoutMs,
    startedAt: opts.clock.now(),
  })
  const outcome = classifyStatus(result.status)
  step.end({
    attributes: {
      webhook: job.webhookId,
      delivery: job.deliveryId,
      attempt: job.number + 1,
      ...(result.status === null ? {} : { 'http.response.status_code': result.status }),
    },
    error: outcome === 'succeeded' ? undefined : outcome,
  })
  return result
}

type Completing = {
  complete: (attempted: FinishedAttempt) => Promise<boolean>
  attempted: FinishedAttempt
  leaseEndsMs: number
  runtime: Runtime
}

/** Records a result, retrying while the lease lasts. Returns false if the lease is lost: the delivery is attempted again, as after a crash. */
async function completeInTime({ complete, attempted, leaseEndsMs, runtime }: Completing): Promise<boolean> {
  for (;;) {
    try {
      return await complete(attempted)
    } catch (err) {
      runtime.log.warn({ err, delivery: attempted.job.deliveryId }, 'delivery.not_recorded')
      if (performance.now() + completionPauseMs > leaseEndsMs) return false
      await pause(completionPauseMs)
    }
  }
}

/** Logs an attempt. Recorded successes are frequent and harmless, so they are logged for debugging only. */
function logAttempt({ log }: Runtime, { job, result, isRecorded }: FinishedAttempt & { isRecorded: boolean }): void {
  const succeeded = classifyStatus(result.status) === 'succeeded'
  log[succeeded && isRecorded ? 'debug' : 'info'](
    {
      workspace: job.workspaceId,
      webhook: job.webhookId,
      endpoint: job.endpointId,
      delivery: job.deliveryId,
      event: job.eventId,
      trace: traceOf(job.traceparent),
      kind: job.kind,
      attempt: job.number + 1,
      status: result.status,
      error: result.error,
      latencyMs: result.latencyMs,
      ...(result.cause === undefined ? {} : { err: result.cause }),
      ...(isRecorded ? {} : { leaseLost: true }),
    },
    'delivery.attempted',
  )
}

/** The database's clock as this process last read it. Receivers refuse a timestamp that is minutes off. */
type Clock = {
  /** Sets the clock to the database's time, in milliseconds since 1970. Call it right after reading that time. */
  set(databaseMs: number): void
  now(): Date
}

const skewMaxMs = 2_000
const warnEveryMs = 60_000

/** Creates a clock that shows the time of Postgres. `set` warns, at most once a minute, while this machine's clock is off by over two seconds. */
export function createClock(log: Runtime['log']): Clock {
  let skewMs = 0
  let warnedAt = Number.NEGATIVE_INFINITY
  return {
    set(databaseMs) {
      skewMs = databaseMs - Date.now()
      if (Math.abs(skewMs) <= skewMaxMs || performance.now() - warnedAt < warnEveryMs) return
      warnedAt = performance.now()
      log.warn({ skewMs: Math.round(skewMs) }, 'clock.skewed')
    },
    now: () => new Date(Date.now() + skewMs),
  }
}
