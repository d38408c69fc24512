import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Makes V8 allocate every object in the young generation. By default, it learns which code creates long-lived objects, and allocates those
 * in the old generation. Under load these objects belong to calls, and each of them keeps its whole call alive until a major collection
 * (measured in the gateway at 50 messages a second: 6.8 KB per message and four major collections a minute; with this: 0.5 KB and none, and
 * the p99 time to accept a message fell from 26 to 14 ms).
 */
export function createObjectsYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

/** If nothing has started for this long, all startup code is assumed to have run. */
const quietMs = 1_000

let collect: Collect | undefined
let timer: NodeJS.Timeout | undefined

/**
 * Frees memory that startup left in the heap: sources, and compiled code that ran once. Otherwise, V8 keeps it until the heap grows. Blocks
 * the process for about 0.16 s (measured with every service in it; frees 60 MB).
 */
export function collectStartGarbage(): void {
  setFlagsFromString('--expose-gc')
  collect ??= runInNewContext('gc') as Collect
  // The only flavor that also drops compiled code.
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/**
 * Once nothing has started for a while, stores the compiled code for the next start and collects garbage. Call it after each start. Node
 * stores the code when a process exits, but not when a signal ends it, as is usual for services.
 */
export function finishStartSoon(): void {
  clearTimeout(timer)
  timer = setTimeout(() => {
    flushCompileCache()
    collectStartGarbage()
  }, quietMs).unref()
}
