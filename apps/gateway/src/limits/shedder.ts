import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Metrics } from '@posthorn/chassis'
import { type LoadClass, loadClassOf, type Operation, type ServiceName } from '@posthorn/contracts'
import { type AdaptiveLimit, createAdaptiveLimit } from './adaptive-limit.ts'

/** Load shedding: refuses requests while services have more calls than they can answer in time. */
export type Shedder = {
  /** Whether any class of requests is being refused. */
  isPressed(): boolean
  /** Whether to refuse an operation now. Only reads memory. */
  refuses(service: ServiceName, operation: Operation): boolean
  /** Runs a call and measures it. */
  measured<T>(service: ServiceName, operation: Operation, call: () => Promise<T>): Promise<T>
  close(): void
}

/** Utilization at which each class is refused. */
const refusedAt: Record<LoadClass, number> = { bulk: 0.5, reading: 0.8, sending: 1 }
const evaluateEveryMs = 250
const loopResolutionMs = 10

/** Whether an operation's duration says nothing about load, because it waits for another system or streams. */
const isIncomparable = ({ slow, stream, waits }: Operation) => Boolean(slow || stream || waits)

/** Creates the shedder, which measures call durations and this process's event loop delay. */
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
    const delayMs = Math.max(0, loop.mean / 1e6 - loopResolutionMs) || 0
    loop.reset()
    for (const load of loads.values()) load.evaluate(delayMs)
  }, evaluateEveryMs).unref()
  const loadOf = (service: ServiceName): AdaptiveLimit => {
    const known = loads.get(service) ?? createAdaptiveLimit(targetMs)
    loads.set(service, known)
    return known
  }
  /** Sending depends only on its own service, the other classes on every service. */
  const shareFor = (loadClass: LoadClass, service: ServiceName): number =>
    loadClass === 'sending'
      ? loadOf(service).utilization()
      : Math.max(...[service, ...loads.keys()].map((each) => loadOf(each).utilization()))
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
