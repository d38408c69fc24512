import { setTimeout as pause } from 'node:timers/promises'
import { faultPoint, type Runtime, stepOf, together, traceOf } from '@posthorn/chassis'
import type { VettedFetcher } from '@posthorn/chassis/net'
import type { DeliveryFigures } from '../figures.ts'
import { type ClaimedJob, leaseMs } from './claim.sql.ts'
import { type Clock, createClock } from './clock.ts'
import { type Attempted, completeTogether } from './complete.ts'
import { judge } from './outcome.ts'
import { type PostResult, post } from './post.ts'
import { headerPurpose, secretPurpose } from './sealing.ts'

/** Runs attempts beside the loop that claims them, so that a slow receiver never holds up the claim for another. */
export type Dispatcher = {
  /** How many more attempts may start now. */
  free(): number
  /** Starts the attempt of a leased job; its completion wakes the loop. */
  start(job: ClaimedJob): void
  /** The lane served last, kept by the loop to go round all lanes. */
  lastLane: string
  /** By which attempts are stamped. */
  clock: Clock
  /** Resolves when everything in flight has ended. */
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

/** Makes a dispatcher. */
export function createDispatcher(runtime: Runtime, opts: DispatcherOptions): Dispatcher {
  const inFlight = new Set<Promise<void>>()
  const clock = createClock(runtime.log)
  const complete = together<Attempted, boolean>(
    (attempts) => completeTogether(runtime, opts, attempts),
    // One lane: completions of the same endpoint would only wait for each other's row.
    { batchSizeMax: 100, lanes: 1 },
  )
  const attempt = async (job: ClaimedJob) => {
    const leaseEndsMs = performance.now() + leaseMs
    if (job.expired) opts.figures.leases.expired.add()
    const result = await attemptOf(job, runtime, { ...opts, clock })
    faultPoint('call.answered', runtime.name)
    opts.figures.attempts.observe(result.latencyMs / 1000, { outcome: judge(result.status) })
    const held = await completeInTime({ complete, attempted: { job, result }, leaseEndsMs, runtime })
    if (!held) opts.figures.leases.lost.add()
    logAttempt(runtime, { job, result, held })
  }
  return {
    lastLane: '',
    clock,
    free: () => opts.concurrency - inFlight.size,
    start(job) {
      const running = attempt(job)
        .catch((err: unknown) => runtime.log.error({ err, delivery: job.deliveryId }, 'delivery.attempt_failed'))
        .finally(() => inFlight.delete(running))
      inFlight.add(running)
    },
    async settled() {
      while (inFlight.size > 0) await Promise.all(inFlight)
    },
  }
}

function attemptOf(
  job: ClaimedJob,
  { vault }: Runtime,
  opts: DispatcherOptions & { clock: Clock },
): Promise<PostResult> {
  const { headerName: name, headerValue: value } = job
  return post(opts.fetcher, {
    url: job.url,
    eventId: job.eventId,
    payload: job.payload,
    secrets: job.secrets.map((sealed) => vault.open(sealed, secretPurpose(job.webhookId))),
    secretHeader:
      name !== null && value !== null ? { name, value: vault.open(value, headerPurpose(job.webhookId)) } : null,
    traceparent: job.traceparent && stepOf(job.traceparent),
    replay: job.replay,
    timeoutMs: opts.timeoutMs,
    startedAt: opts.clock.now(),
  })
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
