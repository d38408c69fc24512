import type { z } from 'zod'
import { ConfigError } from './config.ts'
import { withholdConsole } from './log.ts'
import { migrateService, type ServiceDefinition, startService } from './service.ts'
import { finishStartSoon } from './start-garbage.ts'

/** Hard limit for an orderly stop; what is not finished by then is found again by its lease. */
const stopLimitMs = 25_000

/** Time for callers to notice that this process is not ready, and to call another. */
const drainMs = 3_000

/**
 * Runs a service as a process of its own until SIGTERM, or SIGINT, which drains nothing first: what every `main.ts` does. Started by a
 * launcher with an IPC channel, it sends `{ waiting }` with a line while it waits, then `{ ready, url, edgeUrl }`, and does not outlive the launcher. With `ROLE=migrate` it brings the
 * schema up to date and ends.
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
    // Sent by a person, or by a launcher that ends everything: no caller needs time to go elsewhere.
    process.once('SIGINT', () => stop(0))
    process.send?.({ ready: true, url: service.url, edgeUrl: service.edgeUrl })
    finishStartSoon()
  } catch (err) {
    refuse(err instanceof ConfigError ? err.message : `cannot start: ${String(err)}`)
  }
}

/**
 * Ends this process with the launcher that started it, also while it starts. A launcher that is gone took Postgres with it: what is unfinished
 * is found again by its lease, as after a kill.
 */
function endWithLauncher(): void {
  if (!process.send) return
  process.once('disconnect', () => process.exit(1))
  if (!process.connected) process.exit(1)
}
