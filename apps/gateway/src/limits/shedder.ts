import type { ServerResponse } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createOpenCount, type Metrics, whenClosed } from '@posthorn/chassis'
import { fail, type LoadClass, loadClassOf, type Operation, type ServiceName } from '@posthorn/contracts'

/** Load shedding: refuses requests while services have more calls than they can answer in time. */
export type Shedder = {
  /** Whether any class of requests is being refused. */
  isPressed(): boolean
  /** Whether to refuse an operation now, which the metrics then count. Reads only memory. */
  refuses(service: ServiceName, operation: Operation): boolean
  /** Runs a call and counts it toward the load of its service. */
  measured<T>(service: ServiceName, operation: Operation, call: () => Promise<T>): Promise<T>
  close(): void
}

/** Utilization at which each class is refused. */
const refusedAt: Record<LoadClass, number> = { bulk: 0.5, reading: 0.8, sending: 1 }
const evaluateEveryMs = 250
const loopResolutionMs = 10

/** Whether an operation's duration is unrelated to load because it streams or waits for another system. */
const isIncomparable = ({ slow, stream, waits }: Operation) => Boolean(slow || stream || waits)

/** Creates a shedder that measures call durations and the event loop delay of this process. */
export function createShedder({ targetMs, metrics }: { targetMs: number; metrics: Metrics }): Shedder {
  const loads = new Map<ServiceName, AdaptiveLimit>()
  const shed = metrics.counter(
    'shed_total',
    'Requests refused because there is more to do than can be done, by class',
    ['class'],
  )
  const loop = monitorEventLoopDelay({ resolution: loopResolutionMs })
  loop.enable()
  const timer = setInterval(() => {
    // A measured interval includes the resolution. Without any, the mean is NaN.
    const delayMs = Math.max(0, loop.mean / 1e6 - loopResolutionMs) || 0
    loop.reset()
    for (const load of loads.values()) load.evaluate(delayMs)
  }, evaluateEveryMs).unref()
  const loadOf = (service: ServiceName): AdaptiveLimit => {
    const known = loads.get(service) ?? createAdaptiveLimit(targetMs)
    loads.set(service, known)
    return known
  }
  /**
   * Sending depends only on the load of the operation's service. Other classes depend on that of every service, because services share a
   * database and this process, and what can wait makes room for sending.
   */
  const shareFor = (loadClass: LoadClass, service: ServiceName): number =>
    loadClass === 'sending'
      ? loadOf(service).utilization()
      : Math.max(...[service, ...loads.keys()].map((name) => loadOf(name).utilization()))
  return {
    isPressed: () => [...loads.values()].some((load) => load.utilization() >= refusedAt.bulk),
    refuses(service, operation) {
      const loadClass = loadClassOf(operation)
      if (shareFor(loadClass, service) < refusedAt[loadClass]) return false
      shed.add(1, { class: loadClass })
      return true
    },
    async measured(service, operation, call) {
      if (isIncomparable(operation)) return call()
      const end = loadOf(service).begin()
      try {
        return await call()
      } finally {
        end()
      }
    },
    close() {
      clearInterval(timer)
      loop.disable()
    },
  }
}

/** An adaptive limit on a service's concurrent calls. */
type AdaptiveLimit = {
  /** Running calls as a share of the limit, or 0 while the service is recovering. */
  utilization(): number
  /** Starts a call and returns the function that ends it. */
  begin(): () => void
  /** Adapts the limit to the calls since the last evaluation. `delayMs` is the event loop delay of this process. */
  evaluate(delayMs: number): void
}

/**
 * Lowest limit, so that light load isn't refused when the machine pauses. It covers a batch of 64 in progress and half of the next one.
 * With a limit of 64, half of the load that could have been served was refused, as the test of guarantee G5 measured.
 */
const limitMin = 96
const limitMax = 4_096
/** Of fewer calls, the slowest alone would be the quantile, so the limit stays. */
const samplesMin = 10
const shrink = 0.9
const growth = 0.05
const latencyQuantile = 0.9
/** Share of the limit from which it counts as in use. */
const inUseShare = 0.9
/** Number of evaluations during which a recovering service may work through its backlog of calls. */
const graceMax = 8

/**
 * Creates a limit that finds how many concurrent calls a service handles within `targetMs`. It grows by 5 % while 90 % of calls meet the
 * target and the limit is in use, and shrinks by 10 % while they don't. A service that doesn't respond counts as unavailable, not overloaded, and
 * its calls keep waiting.
 */
export function createAdaptiveLimit(targetMs: number, now: () => number = () => performance.now()): AdaptiveLimit {
  let limit = limitMin * 2
  let running = 0
  let peak = 0
  let grace = 0
  let durationsMs: number[] = []
  const adapt = (latencyMs: number, reached: number) => {
    if (latencyMs > targetMs) limit = Math.max(limitMin, limit * shrink)
    else if (reached >= limit * inUseShare) limit = Math.min(limitMax, limit + Math.max(1, limit * growth))
  }
  return {
    utilization: () => (grace > 0 ? 0 : running / limit),
    begin() {
      const at = now()
      running += 1
      peak = Math.max(peak, running)
      return () => {
        running -= 1
        durationsMs.push(now() - at)
      }
    },
    evaluate(delayMs) {
      const sorted = durationsMs.sort((a, b) => a - b)
      const reached = peak
      durationsMs = []
      peak = running
      grace = sorted.length === 0 && running > 0 ? graceMax : Math.max(0, grace - 1)
      if (grace > 0 || sorted.length < samplesMin) return
      adapt((sorted[Math.floor(sorted.length * latencyQuantile)] ?? 0) + delayMs, reached)
    },
  }
}

/**
 * Counts what is open until its response closes, and fails beyond a limit: requests per key and workspace; streams, long polls and uploads
 * per member, or of all keys of a workspace.
 */
export type OpenCounts = {
  enterRequest(caller: { key: string; workspace: string }, res: ServerResponse): void
  enterStream(caller: { workspace: string; member?: { id: string } }, res: ServerResponse): void
}

const streamsMax = { workspace: 20, member: 5 }

/** Creates the counts of this gateway. `requestsMax`: requests that a key and a workspace may have open. */
export function createOpenCounts(requestsMax: { key: number; workspace: number }): OpenCounts {
  const refuseRequest = (kind: string) => (most: number) =>
    fail('rate:in_flight', { message: `A ${kind} may have ${most} requests open at once; wait until some have ended.` })
  const refuseStream = (kind: string) => (most: number) =>
    fail('rate:limited', {
      message: `A ${kind} may have ${most} streams, long polls and uploads open at once; close one.`,
      retryAfter: 5,
    })
  const enterKey = createOpenCount(requestsMax.key, refuseRequest('key'))
  const enterWorkspace = createOpenCount(requestsMax.workspace, refuseRequest('workspace'))
  const openInWorkspace = createOpenCount(streamsMax.workspace, refuseStream('workspace'))
  const openByMember = createOpenCount(streamsMax.member, refuseStream('member'))
  return {
    enterRequest({ key, workspace }, res) {
      whenClosed(res, enterKey(key))
      whenClosed(res, enterWorkspace(workspace))
    },
    enterStream({ workspace, member }, res) {
      whenClosed(res, member ? openByMember(member.id) : openInWorkspace(workspace))
    },
  }
}
