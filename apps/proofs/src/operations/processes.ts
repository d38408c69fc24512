import { readdirSync } from 'node:fs'
import { residentMb } from '@posthorn/embedded'
import type { RunningSystem } from '@posthorn/testkit/system'

type Sample = { atMs: number; rssMiB: number; descriptors: number }

/** Measures a process now (Linux). */
function sampleOf(pid: number): Sample {
  const descriptors = readdirSync(`/proc/${pid}/fd`).length
  return { atMs: performance.now(), rssMiB: residentMb(pid), descriptors }
}

/** Returns the growth in MiB per minute, by least squares. */
function slope(samples: readonly Sample[]): number {
  const minutes = samples.map(({ atMs }) => atMs / 60_000)
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(minutes), mean(samples.map(({ rssMiB }) => rssMiB))]
  const top = samples.reduce((sum, { rssMiB }, i) => sum + ((minutes[i] ?? 0) - x) * (rssMiB - y), 0)
  return top / minutes.reduce((sum, minute) => sum + (minute - x) ** 2, 0)
}

const services = ['gateway', 'messaging', 'contacts', 'groups', 'numbers', 'webhooks'] as const

/** Memory growth of a service's longest-lived process once warm, as the slope of its lows in MiB per minute. */
export type Growth = { service: string; mibPerMinute: number }

export type Watch = { rssMiB(): number; stop(): Growth[] }

/** Returns the number of open files and sockets of each service. */
export function descriptorsOf(system: RunningSystem): Map<string, number> {
  return new Map(
    services.map((service) => [service, sampleOf(system.run.processes[service]?.pid ?? 0).descriptors] as const),
  )
}

const everyMs = 2_000
const warmUpMs = 60_000
/** Fewer samples than this (a minute's worth) show no trend. */
const samplesMin = 30
/** Only the lowest of this many consecutive samples counts, because anything above it is uncollected garbage. */
const looksPerLow = 10

/** Samples the memory of each service until stopped. A restarted process counts as a new one, because its memory starts from zero. */
export function watchServices(system: RunningSystem): Watch {
  const lives = new Map<string, { service: string; samples: Sample[] }>()
  let rssMiB = 0
  const look = () => {
    rssMiB = 0
    for (const service of services) {
      try {
        const pid = system.run.processes[service]?.pid ?? 0
        const sample = sampleOf(pid)
        const life = lives.get(`${service} ${pid}`) ?? { service, samples: [] }
        lives.set(`${service} ${pid}`, life)
        life.samples.push(sample)
        rssMiB += sample.rssMiB
      } catch {
        // The process was killed a moment ago.
      }
    }
  }
  const timer = setInterval(look, everyMs)
  return {
    rssMiB: () => rssMiB,
    stop() {
      clearInterval(timer)
      const longest = new Map<string, Sample[]>()
      for (const { service, samples } of lives.values())
        if (samples.length > (longest.get(service)?.length ?? 0)) longest.set(service, samples)
      return [...longest].flatMap(([service, samples]) => growthOf(service, samples) ?? [])
    },
  }
}

/** Returns how fast a process's memory has grown since its warm-up, or undefined if it did not live long enough to show a trend. */
function growthOf(service: string, samples: readonly Sample[]): Growth | undefined {
  const warm = samples.filter(({ atMs }) => atMs >= (samples[0]?.atMs ?? 0) + warmUpMs)
  if (warm.length < samplesMin) return undefined
  return { service, mibPerMinute: slope(lowsOf(warm)) }
}

/**
 * Returns the lowest sample of each group of consecutive ones. Between them, memory rises and falls with garbage collection, which is no
 * growth.
 */
function lowsOf(samples: readonly Sample[]): Sample[] {
  const groups = Array.from({ length: Math.floor(samples.length / looksPerLow) }, (_, i) =>
    samples.slice(i * looksPerLow, (i + 1) * looksPerLow),
  )
  return groups.flatMap((group) => group.toSorted((a, b) => a.rssMiB - b.rssMiB).slice(0, 1))
}
