import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { RunFile } from '@posthorn/client'
import { endProcess, type ProcessFacts, processFacts } from '@posthorn/embedded'
import { readJsonFile, writeSecretFile } from './data-folder.ts'
import { lineOf, type Say, StartError } from './terminal.ts'

const endSteps = [
  ['SIGTERM', 1_000],
  // A killed process exits only when it next gets the CPU, which may take a while on a busy machine.
  ['SIGKILL', 20_000],
] as const

const retryMs = 5_000

/** Returns facts that distinguish these processes from later processes with the same ids. */
export const factsOf = (pids: Record<string, number>): RunFile['processes'] =>
  Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, { pid, start: processFacts(pid)?.start ?? '' }]))

/** Keeps `run.json` up to date. If a change can't be written, for example on a full disk, retries until it can. */
export class RunRecord {
  readonly #path: string
  readonly #say: Say
  #timer: NodeJS.Timeout | undefined

  constructor(dataDir: string, say: Say) {
    this.#path = join(dataDir, 'run.json')
    this.#say = say
  }

  write(file: RunFile): void {
    const isRetry = this.#timer !== undefined
    clearTimeout(this.#timer)
    this.#timer = undefined
    try {
      writeSecretFile(this.#path, file)
      if (isRetry) this.#say(`${this.#path} is up to date again`)
    } catch (error) {
      if (!isRetry) this.#say(`Warning: ${lineOf(error)}; until then commands may not find what runs`)
      this.#timer = setTimeout(() => this.write(file), retryMs).unref()
    }
  }

  /** Removes the file. Call it once nothing is running. */
  remove(): void {
    clearTimeout(this.#timer)
    rmSync(this.#path, { force: true })
  }
}

/**
 * Ends service processes that a killed launcher left behind, so that they no longer occupy ports or use the data. Postgres and NATS keep
 * running until they are started again, which stops the old ones first. Removes the run file.
 *
 * @throws StartError if a process can't be ended.
 */
export async function endLeftovers(dataDir: string, say: Say): Promise<void> {
  const file = readRunFile(dataDir, say)
  await Promise.all(
    Object.entries(file?.processes ?? {}).map(async ([name, { pid, start }]) => {
      if (name === 'postgres' || name === 'nats' || !isStillRunning(processFacts(pid), start)) return
      if (await endProcess(pid, endSteps)) return
      throw new StartError(`process ${pid} (${name}) of an earlier run cannot be ended: stop it and start again`)
    }),
  )
  rmSync(join(dataDir, 'run.json'), { force: true })
}

/** Reads the run file. A damaged one only means that leftover processes cannot be found. */
function readRunFile(dataDir: string, say: Say): Partial<RunFile> | undefined {
  try {
    return readJsonFile(join(dataDir, 'run.json'), 'it is written anew') as Partial<RunFile> | undefined
  } catch (error) {
    say(`Warning: ${lineOf(error)}; processes that an earlier run may have left are not ended`)
    return undefined
  }
}

/** Returns whether a process is the one that was recorded, and not a later one with the same id. */
const isStillRunning = (facts: ProcessFacts | undefined, recordedStart: string): boolean =>
  facts !== undefined && facts.start === recordedStart && facts.command.includes('main.ts')
