import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { finishStartSoon } from '@posthorn/chassis/launcher'
import { prepareFolder } from './data-folder.ts'
import { launch } from './launch.ts'
import { onRunnerGone } from './package-runner.ts'
import { readSettings } from './settings.ts'
import { lineOf } from './terminal.ts'
import { welcome } from './welcome.ts'

const nodeMajorMin = 24
/** If a graceful stop takes longer, it has failed. The embedded servers receive a stop signal as we exit. */
const stopLimitMs = 9_500
/** A startup in progress first finishes launching what it has begun, which can take a long time on a busy machine. */
const stopLimitWhileStartingMs = 60_000
/** Two signals closer together than this can't both be intentional. */
const sameSignalMs = 300

// A closed terminal must not end the system.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Starts the system, and prints how to use it. A stop signal during the start is no error. */
async function main(): Promise<void> {
  if (Number(process.versions.node.split('.')[0]) < nodeMajorMin) {
    throw new Error(`Node ${nodeMajorMin} or newer is needed, and this is ${process.versions.node}`)
  }
  const settings = readSettings(process.env, process.argv.slice(2))
  prepareFolder('DATA_DIR', settings.dataDir)
  // Files that this process and its children create are accessible only to their owner. Directories remain traversable for Postgres's user.
  process.umask(0o066)
  if (settings.backupDir !== undefined) prepareFolder('BACKUP_DIR', settings.backupDir)
  const cache = getCompileCacheDir()
  if (cache !== undefined) settings.passed['NODE_COMPILE_CACHE'] = dirname(cache)
  if (settings.allowPrivateAddresses) {
    say('Warning: webhooks may go to private addresses here; ALLOW_PRIVATE_ADDRESSES=false forbids it')
  }
  const stopping = new AbortController()
  const starting = launch(settings, say, stopping.signal)
  stopOnSignal(starting, stopping)
  const launched = await starting.catch((error: unknown) => {
    if (error !== stopping.signal.reason) throw error
  })
  if (!launched) return
  say(welcome(launched.account, { settings, quarantined: launched.quarantined }))
  finishStartSoon()
}

/**
 * Ctrl-C, SIGTERM, SIGHUP and the end of the package manager that runs us stop everything gracefully; a second signal exits immediately.
 * During startup, nothing further is started, and what is running is stopped.
 */
function stopOnSignal(starting: Promise<{ stop(): Promise<void> }>, stopping: AbortController): void {
  let stoppingSince: number | undefined
  let limitMs = stopLimitWhileStartingMs
  starting.then(
    () => {
      limitMs = stopLimitMs
    },
    () => {},
  )
  const stop = () => {
    if (stoppingSince !== undefined) return
    stoppingSince = performance.now()
    say('Stopping …')
    setTimeout(() => process.exit(1), limitMs).unref()
    stopping.abort()
    void starting
      .then((launched) => launched.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => process.exit(error === stopping.signal.reason ? 0 : 1),
      )
  }
  const onSignal = () => {
    // A package manager forwards the signal that the terminal has already sent to every process. Both count as one.
    if (stoppingSince !== undefined && performance.now() - stoppingSince > sameSignalMs) process.exit(1)
    stop()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  onRunnerGone(stop)
}

try {
  await main()
} catch (error) {
  process.stderr.write(`posthorn: ${lineOf(error)}\n`)
  process.exit(1)
}
