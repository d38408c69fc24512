import { setTimeout as pause } from 'node:timers/promises'
import { faultPoint, type Runtime, stepOf, together, traceOf } from '@posthorn/chassis'
import type { VettedFetcher } from '@posthorn/chassis/net'
import type { DeliveryFigures } from '../figures.ts'
import { Ahead, type HeldJob } from './ahead.ts'
import type { ClaimedJob, Standing } from './claim.sql.ts'
import { type Clock, createClock } from './clock.ts'
import { type Attempted, completeTogether } from './complete.ts'
import { returnJobs } from './jobs.sql.ts'
import { judge } from './outcome.ts'
import { type PostResult, post } from './post.ts'
import { headerPurpose, secretPurpose } from './sealing.ts'

/** Runs attempts beside the loop that claims them, so that a slow receiver never holds up the claim for another. */
export type Dispatcher = {
  /** How many more jobs may be leased now. */
  free(): number
  /** Keeps so many places, or as many as are free, for what is about to be leased; answers how many, until they are released. */
  reserve(places: number): number
  release(places: number): void
  /** Takes a leased job in and attempts it as soon as its endpoint has room; its completion wakes the loop. `leaseEndsMs`: of `performance.now()`. */
  start(job: ClaimedJob, leaseEndsMs: number): void
  /** What is held of each endpoint, for the claim. */
  standings(): Standing[]
  /** The lane served last, kept by the loop to go round all lanes. */
  lastLane: string
  /** By which attempts are stamped. */
  clock: Clock
  /** Gives back what was not begun; resolves when everything in flight has ended. */
  settled(): Promise<void>
}

/** Settings of a dispatcher. */
export type DispatcherOptions = {
  concurrency: number
  timeoutMs: number
  retryScale: number
  fetcher: VettedFetcher
  figures: DeliveryFigures
}

const completionPauseMs = 500
/** So many times what may be in flight may be held, for endpoints that answer quickly. */
const heldTimes = 3
/** Time in its lease that an attempt is given to be recorded. */
const recordingMs = 5_000

/** Makes a dispatcher. */
export function createDispatcher(runtime: Runtime, opts: DispatcherOptions): Dispatcher {
  const underWay = new Set<Promise<void>>()
  const keep = (work: Promise<void>, deliveryId?: string) => {
    const kept = work
      .catch((err: unknown) => runtime.log.error({ err, delivery: deliveryId }, 'delivery.attempt_failed'))
      .finally(() => underWay.delete(kept))
    underWay.add(kept)
  }
  const clock = createClock(runtime.log)
  const ahead: Ahead = new Ahead({
    attemptMsMax: opts.timeoutMs + recordingMs,
    inFlightMax: opts.concurrency,
    start: (held) => keep(attempt(held), held.job.deliveryId),
    giveBack: (jobs) => keep(giveBack(runtime, jobs)),
  })
  const attempt = attempting(runtime, { ...opts, clock, ahead })
  let reserved = 0
  const free = () => opts.concurrency * heldTimes - ahead.held() - reserved
  return {
    lastLane: '',
    clock,
    free,
    reserve(places) {
      const kept = Math.max(0, Math.min(places, free()))
      reserved += kept
      return kept
    },
    release(places) {
      reserved -= places
    },
    start(job, leaseEndsMs) {
      if (job.expired) opts.figures.leases.expired.add()
      // What ends together is recorded together, of whatever workspace and wherever it began.
      runtime.db.reach('every workspace', () => ahead.add({ job, leaseEndsMs }))
    },
    standings: () => ahead.standings(),
    async settled() {
      ahead.giveBack()
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

/** What makes one attempt and records it, together with those that end at about the same time. */
function attempting(
  runtime: Runtime,
  { ahead, ...opts }: DispatcherOptions & { clock: Clock; ahead: Ahead },
): (held: HeldJob) => Promise<void> {
  const complete = together<Attempted, boolean>(
    (attempts) => completeTogether(runtime, opts, attempts),
    // One lane: completions of the same endpoint would only wait for each other's row.
    { batchSizeMax: 100, lanes: 1 },
  )
  const made = async (job: ClaimedJob): Promise<PostResult> => {
    let latencyMs: number | null = null
    try {
      const result = await attemptOf(job, runtime, opts)
      faultPoint('call.answered', runtime.name)
      const outcome = judge(result.status)
      if (outcome === 'succeeded') latencyMs = result.latencyMs
      opts.figures.attempts.observe(result.latencyMs / 1000, { outcome })
      return result
    } finally {
      ahead.ended(job, latencyMs)
    }
  }
  return async ({ job, leaseEndsMs }) => {
    try {
      const result = await made(job)
      const held = await completeInTime({ complete, attempted: { job, result }, leaseEndsMs, runtime })
      if (!held) opts.figures.leases.lost.add()
      logAttempt(runtime, { job, result, held })
    } finally {
      ahead.recorded(job)
    }
  }
}

/** What was not begun is for whoever claims next; when that cannot be recorded its lease ends by itself. */
async function giveBack(runtime: Runtime, jobs: ClaimedJob[]): Promise<void> {
  await returnJobs(runtime.db.em(), jobs)
  runtime.wake('deliver')
}

async function attemptOf(
  job: ClaimedJob,
  { vault, spans }: Runtime,
  opts: DispatcherOptions & { clock: Clock },
): Promise<PostResult> {
  const { headerName: name, headerValue: value, traceparent: parent } = job
  const step = spans.begin({ name: 'POST webhook', kind: 'client', parent, step: parent && stepOf(parent) })
  const result = await post(opts.fetcher, {
    url: job.url,
    eventId: job.eventId,
    payload: job.payload,
    secrets: job.secrets.map((sealed) => vault.open(sealed, secretPurpose(job.webhookId))),
    secretHeader:
      name !== null && value !== null ? { name, value: vault.open(value, headerPurpose(job.webhookId)) } : null,
    traceparent: step.traceparent ?? null,
    replay: job.replay,
    timeoutMs: opts.timeoutMs,
    startedAt: opts.clock.now(),
  })
  const verdict = judge(result.status)
  step.end({
    attributes: {
      webhook: job.webhookId,
      delivery: job.deliveryId,
      attempt: job.number + 1,
      ...(result.status === null ? {} : { 'http.response.status_code': result.status }),
    },
    error: verdict === 'succeeded' ? undefined : verdict,
  })
  return result
}

type InTime = {
  complete: (attempted: Attempted) => Promise<boolean>
  attempted: Attempted
  leaseEndsMs: number
  runtime: Runtime
}

/** Records the result, trying again while the lease lasts; after that the delivery is attempted anew, as after a crash. */
async function completeInTime({ complete, attempted, leaseEndsMs, runtime }: InTime): Promise<boolean> {
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

function logAttempt({ log }: Runtime, { job, result, held }: Attempted & { held: boolean }): void {
  const succeeded = result.status !== null && result.status >= 200 && result.status < 300
  log[succeeded && held ? 'debug' : 'info'](
    {
      workspace: job.workspaceId,
      webhook: job.webhookId,
      endpoint: job.endpointId,
      delivery: job.deliveryId,
      event: job.eventId,
      trace: traceOf(job.traceparent),
      kind: job.kind,
      attempt: job.attempt + 1,
      status: result.status,
      error: result.error,
      latencyMs: result.latencyMs,
      ...(held ? {} : { leaseLost: true }),
    },
    'delivery.attempted',
  )
}
