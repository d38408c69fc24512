import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { RunningSystem } from '../scenarios/system.ts'
import { measureImport } from './import.ts'
import { acceptToProvider, callbackToWebhook } from './latency.ts'
import { load, median } from './load.ts'
import { type Memory, memoryOf, watchMemory } from './memory.ts'
import { type Figures, importTable, messagesTable, record } from './report.ts'

const profiles = {
  smoke: { rounds: 3, roundSeconds: 5, latencySeconds: 8 },
  full: { rounds: 7, roundSeconds: 10, latencySeconds: 30 },
}

/** No limit on requests stands in the way of what is measured; the number sends at its ordinary pace. */
const env = {
  RATE_LIMIT_KEY_PER_SECOND: '1000000',
  RATE_LIMIT_KEY_BURST: '1000000',
  RATE_LIMIT_WORKSPACE_PER_SECOND: '1000000',
  RATE_LIMIT_WORKSPACE_BURST: '1000000',
  IN_FLIGHT_KEY_MAX: '100000',
  LOAD_TARGET_MS: '60000',
  QUEUE_SIZE_MAX: '10000000',
  LOG_LEVEL: 'error',
}

const say = (line: string) => console.log(line)

async function measure({ rounds, roundSeconds, latencySeconds }: (typeof profiles)['smoke']): Promise<Figures> {
  say('starting the whole system in one process …')
  const system = await RunningSystem.start({ split: false, env })
  const bare = await startBaseline(system.run.databaseUrl)
  let stopWatching: (() => Memory) | undefined
  try {
    const pids = () => Object.values(system.run.processes).map(({ pid }) => pid)
    const atRest = memoryOf(pids())
    say(`latencies at 50 messages a second, ${latencySeconds} s each …`)
    await acceptToProvider(system, 2)
    const toProvider = await acceptToProvider(system, latencySeconds)
    const toWebhook = await callbackToWebhook(system, latencySeconds)
    stopWatching = watchMemory(pids, 500)
    const pairs: Figures['pairs'] = []
    const whole = (seconds: number) => load(`${system.url}/v1/messages`, { Token: system.account.key }, seconds)
    for (let i = 0; i <= rounds; i++) {
      const seconds = i === 0 ? 3 : roundSeconds
      say(i === 0 ? 'a round to warm up …' : `round ${i} of ${rounds} …`)
      await setQueue(system, 'paused')
      const bareRound = await load(`${bare.url}/messages`, {}, seconds)
      const accepting = await whole(seconds)
      await setQueue(system, 'active')
      const sending = await whole(seconds)
      if (i > 0) pairs.push({ bare: bareRound, whole: accepting, sending })
      say(
        `  ${[bareRound, accepting, sending].map(({ perSecond }) => Math.round(perSecond)).join(' · ')} per second: bare · accepting · while sending`,
      )
      await purge(system)
    }
    const underLoad = stopWatching()
    stopWatching = undefined
    return { pairs, toProvider, toWebhook, atRest, underLoad }
  } finally {
    stopWatching?.()
    bare.stop()
    await system.remove()
  }
}

async function startBaseline(databaseUrl: string): Promise<{ url: string; stop(): void }> {
  const program = join(import.meta.dirname, 'baseline.ts')
  const child = fork(program, { execArgv: ['--conditions=source'], env: { ...process.env, DATABASE_URL: databaseUrl } })
  const [message] = (await once(child, 'message')) as [{ port: number }]
  return { url: `http://127.0.0.1:${message.port}`, stop: () => child.disconnect() }
}

async function setQueue(system: RunningSystem, state: 'active' | 'paused'): Promise<void> {
  await system.ok('PATCH', `/v1/numbers/${system.account.number}/queue`, { body: { state } })
}

/** Takes what waits out of the queue, so that the next round starts from rest. */
async function purge(system: RunningSystem): Promise<void> {
  for (let remaining = 1; remaining > 0; ) {
    const answer = await system.ok<{ remaining: number }>('DELETE', `/v1/numbers/${system.account.number}/queue`)
    remaining = answer.remaining
  }
}

const [, , profile = 'smoke', size = '1000000'] = process.argv
const rows = Number(size)
if (!['smoke', 'full', 'import'].includes(profile) || !(Number.isInteger(rows) && rows >= 10)) {
  process.stderr.write(`bench ${profile} ${size}: name smoke (a minute), full, or import and how many rows\n`)
  process.exit(1)
}
const [loadBefore = 0] = loadavg()
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
  cwd: import.meta.dirname,
  encoding: 'utf8',
}).trim()
const run = { profile, commit, date: new Date().toISOString().slice(0, 10), loadBefore }
if (profile === 'import') {
  const figures = await measureImport(rows, say)
  say(`\n${importTable(figures)}`)
  record(importTable(figures), run)
} else {
  const figures = await measure(profiles[profile as keyof typeof profiles])
  say(`\n${messagesTable(figures)}`)
  record(messagesTable(figures), run)
  const ratios = figures.pairs.map(({ bare, whole }) => whole.perSecond / bare.perSecond)
  say(`\nratio ${median(ratios).toFixed(2)}`)
}
say('added to apps/docs/benchmarks.md')
