import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { RunFile } from '@posthorn/client'
import { endProcess, type ProcessFacts, processFacts } from '@posthorn/embedded'
import { readJsonFile, writeSecretFile } from './data-folder.ts'
import { StartError } from './start-error.ts'

const endSteps = [
  ['SIGTERM', 1_000],
  ['SIGKILL', 2_000],
] as const

/** Facts that distinguish these processes from later ones with the same ids. */
export function factsOf(pids: Record<string, number>): RunFile['processes'] {
  return Object.fromEntries(
    Object.entries(pids).map(([name, pid]) => [name, { pid, start: processFacts(pid)?.start ?? '' }]),
  )
}

/** Writes `run.json`, for its owner only. */
export function writeRunFile(dataDir: string, file: RunFile): void {
  writeSecretFile(join(dataDir, 'run.json'), file)
}

/** Removes `run.json`: nothing runs any more. */
export function removeRunFile(dataDir: string): void {
  rmSync(join(dataDir, 'run.json'), { force: true })
}

/**
 * Ends the service processes that a launcher left when it was killed, so that they hold neither ports nor data. Postgres and
 * NATS are not meant: the next launcher takes them over.
 *
 * @throws StartError in one line when one cannot be ended.
 */
export async function endLeftovers(dataDir: string): Promise<void> {
  const file = readRunFile(dataDir)
  await Promise.all(
    Object.entries(file?.processes ?? {}).map(async ([name, { pid, start }]) => {
      if (name === 'postgres' || name === 'nats' || !isThat(processFacts(pid), start)) return
      if (await endProcess(pid, endSteps)) return
      throw new StartError(`process ${pid} (${name}) of an earlier run cannot be ended: stop it and start again`)
    }),
  )
  removeRunFile(dataDir)
}

function readRunFile(dataDir: string): Partial<RunFile> | undefined {
  try {
    return readJsonFile(join(dataDir, 'run.json')) as Partial<RunFile> | undefined
  } catch {
    return undefined
  }
}

function isThat(now: ProcessFacts | undefined, start: string): boolean {
  return now !== undefined && now.start === start && now.command.includes('main.ts')
}
