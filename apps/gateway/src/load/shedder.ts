import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Metrics } from '@posthorn/chassis'
import { type LoadClass, loadClassOf, type Operation, type ServiceName } from '@posthorn/contracts'
import { type AdaptiveLimit, createAdaptiveLimit } from './adaptive-limit.ts'

/** Refuses what can wait when services have more to do than they can do in good time. */
export type Shedder = {
  /** Whether anything is to be refused at all at the moment. */
  isPressed(): boolean
  /** Whether an operation is to be refused for now. Looks at nothing but numbers in memory. */
  refuses(service: ServiceName, operation: Operation): boolean
  /** Runs a call and measures it. */
  measured<T>(service: ServiceName, operation: Operation, call: () => Promise<T>): Promise<T>
  close(): void
}

/** A class gives way when so much of what a service can do is taken. */
const giveWayAt: Record<LoadClass, number> = { bulk: 0.5, reading: 0.8, sending: 1 }
const judgeEveryMs = 250
const loopResolutionMs = 10

/** Whether how long it takes says nothing about load: it waits for somebody outside, or goes on and on. */
const isIncomparable = ({ slow, stream, waits }: Operation) => Boolean(slow || stream || waits)

/** Watches the services by what their calls take, and this process by the delay of its event loop. */
export function createShedder({ targetMs, metrics }: { targetMs: number; metrics: Metrics }): Shedder {
  const loads = new Map<ServiceName, AdaptiveLimit>()
  const shed = metrics.counter('shed_total', 'Requests refused because there is more to do than can be done, by class')
  const loop = monitorEventLoopDelay({ resolution: loopResolutionMs })
  loop.enable()
  const timer = setInterval(() => {
    const delayMs = Math.max(0, loop.mean / 1e6 - loopResolutionMs) || 0
    loop.reset()
    for (const load of loads.values()) load.evaluate(delayMs)
  }, judgeEveryMs).unref()
  const loadOf = (service: ServiceName): AdaptiveLimit => {
    const known = loads.get(service) ?? createAdaptiveLimit(targetMs)
    loads.set(service, known)
    return known
  }
  /** Sending looks at its own service alone; what gives way before it does so wherever the load is. */
  const shareFor = (loadClass: LoadClass, service: ServiceName): number =>
    loadClass === 'sending'
      ? loadOf(service).utilisation()
      : Math.max(...[service, ...loads.keys()].map((each) => loadOf(each).utilisation()))
  return {
    isPressed: () => [...loads.values()].some((load) => load.utilisation() >= giveWayAt.bulk),
    refuses(service, operation) {
      const loadClass = loadClassOf(operation)
      if (shareFor(loadClass, service) < giveWayAt[loadClass]) return false
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
