import type { z } from 'zod'
import { ConfigError } from './config-error.ts'
import { finishStartSoon } from './heap.ts'
import { withholdConsole } from './log.ts'
import { migrateService, type ServiceDefinition, startService } from './service.ts'

/** Time limit for a graceful stop. Work unfinished by then is recovered through its lease. */
const stopLimitMs = 25_000

/** Time for callers to notice that this process isn't ready and switch to another. */
const drainMs = 3_000

/**
 * Runs a service in its own process until SIGTERM, or until SIGINT, which skips draining. Each service's `main.ts` calls this. Under a launcher
 * with an IPC channel, it sends `{ waiting }` with a status line while it waits, then `{ ready, url, edgeUrl }`, and exits when the launcher
 * does. With `ROLE=migrate`, it migrates the schema and exits.
 */
export async function run<S extends z.ZodRawShape, Deps>(
  definition: ServiceDefinition<S, Deps>,
  env: Record<string, string | undefined>,
): Promise<void> {
  const refuse = (reason: string) => {
    process.stderr.write(`${definition.name}: ${reason}\n`)
    process.exit(1)
  }
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
  withholdConsole(definition.name)
  try {
    endWithLauncher()
    if (env['ROLE'] === 'migrate') return await migrateService(definition, env)
    const service = await startService(definition, env, { onWait: (waiting) => process.send?.({ waiting }) })
    let stopping = false
    const stop = (drainMs: number) => {
      if (stopping) return
      stopping = true
      setTimeout(() => process.exit(1), stopLimitMs).unref()
      service.stop({ drainMs }).then(
        () => process.exit(0),
        (err: unknown) => refuse(`did not end in order: ${String(err)}`),
      )
    }
    process.once('SIGTERM', () => stop(drainMs))
    // SIGINT comes from a person, or from a launcher that stops everything, so callers have no other process to switch to.
    process.once('SIGINT', () => stop(0))
    process.send?.({ ready: true, url: service.url, edgeUrl: service.edgeUrl })
    finishStartSoon()
  } catch (err) {
    refuse(err instanceof ConfigError ? err.message : `cannot start: ${String(err)}`)
  }
}

/**
 * Ends this process along with its launcher, even during startup. Doesn't stop gracefully, because an embedded Postgres usually ends with the
 * launcher. Unfinished work is recovered through its lease, as after a kill.
 */
function endWithLauncher(): void {
  if (!process.send) return
  process.once('disconnect', () => process.exit(1))
  if (!process.connected) process.exit(1)
}
