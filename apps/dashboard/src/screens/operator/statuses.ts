import type { Tone } from '../../parts/page.tsx'
import { say } from '../../words/words.ts'
import type { InstalledQueue, ServiceProcess } from './data.ts'

type StatusText = { tone: Tone; text: string }

/** Returns a service's status. If several apply, the worst is shown, which comes first below. */
export function stateOfService({ process }: ServiceProcess): StatusText {
  if (process === null) return { tone: 'bad', text: say('operator.away') }
  if (!process.ready) return { tone: 'bad', text: say('operator.notReady') }
  if (!process.bus.connected) return { tone: 'bad', text: say('operator.noBus') }
  const failing = process.loops.filter(({ status }) => status === 'failing').length
  if (failing > 0) return { tone: 'bad', text: say('operator.loopsFail', { count: failing }) }
  if (process.reasons.length > 0) return { tone: 'warn', text: say('operator.limited') }
  return { tone: 'good', text: say('word.ready') }
}

/** Returns a queue's status. If several apply, the first one below is shown. */
export function statusOfQueue({ status, connected, blocked }: InstalledQueue): StatusText {
  if (!connected) return { tone: 'quiet', text: say('operator.disconnected') }
  if (blocked === 'quarantine') return { tone: 'bad', text: say('operator.inQuarantine') }
  if (status === 'paused') return { tone: 'warn', text: say('queue.paused') }
  if (blocked !== null) return { tone: 'bad', text: say(`why.${blocked}`) }
  if (status === 'draining') return { tone: 'warn', text: say('queue.draining') }
  return { tone: 'good', text: say('queue.active') }
}

/** Returns the usage of the event stream; null if no process knows it. All report the same stream, but not all lately, so the highest counts. */
export function streamOf(processes: readonly ServiceProcess[]): { fill: number; slowest: string | null } | null {
  const read = processes.flatMap(({ process }) => {
    const { fill = null, slowest = null } = process?.bus ?? {}
    return fill === null ? [] : [{ fill, slowest }]
  })
  return read.toSorted((a, b) => b.fill - a.fill)[0] ?? null
}
