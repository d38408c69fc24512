import { ConfigError } from '@posthorn/chassis'
import { startDirectory } from './service.ts'

/** Time for routers to notice that this process isn't ready and turn to another. */
const drainMs = 3_000

try {
  const directory = await startDirectory(process.env)
  const stop = (drainMs: number) => void directory.stop({ drainMs }).then(() => process.exit(0))
  process.once('SIGTERM', () => stop(drainMs))
  // A person stops everything, so routers have no other process to turn to.
  process.once('SIGINT', () => stop(0))
} catch (err) {
  process.stderr.write(`directory: ${err instanceof ConfigError ? err.message : `cannot start: ${String(err)}`}\n`)
  process.exit(1)
}
