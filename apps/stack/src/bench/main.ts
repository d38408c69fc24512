import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { until } from '@posthorn/testkit'
import { RunningSystem } from '../scenarios/system.ts'
import { acceptToProvider, callbackToWebhook, simulatedNumber } from './latency.ts'
import { load, median, type Round } from './load.ts'
import { memoryOf, watchMemory } from './memory.ts'
import { type Figures, record, table } from './report.ts'

const profiles = {
  smoke: { rounds: 3, roundSeconds: 5, latencySeconds: 8 },
  full: { rounds: 7, roundSeconds: 10, latencySeconds: 30 },
}

/** No limit of ours or of the provider stands in the way of what is measured. */
const env = {
  RATE_LIMIT_KEY_PER_SECOND: '1000000',
  RATE_LIMIT_KEY_BURST: '1000000',
  RATE_LIMIT_WORKSPACE_PER_SECOND: '1000000',
  RATE_LIMIT_WORKSPACE_BURST: '1000000',
  NUMBER_RATE_PER_SECOND: '1000',
  PAIR_BURST: '1000',
  QUEUE_SIZE_MAX: '10000000',
  LOG_LEVEL: 'error',
}
const simulatorPerSecond = 100_000
const drainTimeoutMs = 180_000

const say = (line: string) => console.log(line)

async function measure({ rounds, roundSeconds, latencySeconds }: (typeof profiles)['smoke']): Promise<Figures> {
  say('starting the whole system in one process …')
  const system = await RunningSystem.start({ split: false, env })
  const bare = await startBaseline(system.run.databaseUrl)
  try {
    const pids = () => Object.values(system.run.processes).map(({ pid }) => pid)
    await letNumberRun(system)
    const atRest = memoryOf(pids())
    say(`latencies at 50 messages a second, ${latencySeconds} s each …`)
    await acceptToProvider(system, 2)
    const toProvider = await acceptToProvider(system, latencySeconds)
    const toWebhook = await callbackToWebhook(system, latencySeconds)
    const stopWatching = watchMemory(pids, 500)
    const pairs: { bare: Round; whole: Round }[] = []
    for (let i = 0; i <= rounds; i++) {
      say(i === 0 ? 'a round to warm up …' : `round ${i} of ${rounds} …`)
      const pair = {
        bare: await load(`${bare.url}/messages`, {}, i === 0 ? 2 : roundSeconds),
        whole: await load(`${system.url}/v1/messages`, { Token: system.account.key }, i === 0 ? 2 : roundSeconds),
      }
      if (i > 0) pairs.push(pair)
      say(`  bare ${Math.round(pair.bare.perSecond)}/s, Posthorn ${Math.round(pair.whole.perSecond)}/s`)
      await drained(system)
    }
    const underLoad = stopWatching()
    return { pairs, toProvider, toWebhook, atRest, underLoad }
  } finally {
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

/** The simulator takes what a real number would refuse, so that its own limit is not what is measured. */
async function letNumberRun(system: RunningSystem): Promise<void> {
  type Shown = { name: string; phoneNumberId: string; callbackUrl: string }
  const { name, phoneNumberId, callbackUrl } = await system.ok<Shown>('GET', `/v1/numbers/${system.account.number}`)
  await simulatedNumber(system, { name, phoneNumberId, callbackUrl, messagesPerSecond: simulatorPerSecond })
}

/** Waits until what was accepted has been sent, so that the next round starts from rest. */
async function drained(system: RunningSystem): Promise<void> {
  type Queue = { waiting: number; sending: number }
  await until(
    async () => {
      const { waiting, sending } = await system.ok<Queue>('GET', `/v1/numbers/${system.account.number}/queue`)
      return waiting + sending === 0
    },
    { timeoutMs: drainTimeoutMs, describe: 'the queue to be empty' },
  )
}

const profile = process.argv[2] ?? 'smoke'
if (profile !== 'smoke' && profile !== 'full') {
  process.stderr.write(`bench: ${profile}: name smoke (a minute) or full\n`)
  process.exit(1)
}
const [loadBefore = 0] = loadavg()
const figures = await measure(profiles[profile])
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
  cwd: import.meta.dirname,
  encoding: 'utf8',
}).trim()
say(`\n${table(figures)}`)
record(figures, { profile, commit, date: new Date().toISOString().slice(0, 10), loadBefore })
say(
  `\nratio ${(median(figures.pairs.map(({ bare, whole }) => whole.perSecond / bare.perSecond))).toFixed(2)}; added to apps/docs/benchmarks.md`,
)
