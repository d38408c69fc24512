import type { Database, Log } from '@posthorn/chassis'
import { type LastUse, type OperationUse, writeLastUses, writeOperationUses } from './key-use.sql.ts'

/** A finished request that used a key. */
export type KeyRequest = Pick<OperationUse, 'workspace' | 'key' | 'operation'> & { isRefused: boolean }

export type KeyUse = {
  /** Records the time and address of a use, at most once a minute per key. */
  note(key: string, address: string): void
  /** Counts a request by operation and day. */
  count(request: KeyRequest): void
  /** Writes pending counts, and waits for writes in progress. */
  close(): Promise<void>
}

const noteEveryMs = 60_000
const writeCountsEveryMs = 2_000
const keysMax = 50_000
const countsMax = 50_000

class DatabaseKeyUse implements KeyUse {
  readonly #db: Database
  readonly #log: Log
  readonly #now: () => number
  readonly #notedMs = new Map<string, number>()
  #pending = new Map<string, LastUse>()
  #counts = new Map<string, OperationUse>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined
  #writingCounts: Promise<void> = Promise.resolve()

  constructor({ db, log, now = Date.now }: KeyUseOptions) {
    this.#db = db
    this.#log = log
    this.#now = now
  }

  note(key: string, address: string): void {
    const atMs = this.#now()
    const lastMs = this.#notedMs.get(key)
    if (lastMs !== undefined && atMs - lastMs < noteEveryMs) return
    if (this.#notedMs.size >= keysMax) this.#notedMs.clear()
    this.#notedMs.set(key, atMs)
    this.#pending.set(key, { key, atMs, address })
    this.#writing ??= this.#write()
  }

  count({ workspace, key, operation, isRefused }: KeyRequest): void {
    this.#add({ workspace, key, operation, calls: 1, refused: isRefused ? 1 : 0 })
    this.#timer ??= setTimeout(() => this.#writeCounts(), writeCountsEveryMs).unref()
  }

  async close(): Promise<void> {
    this.#writeCounts()
    await Promise.all([this.#writing, this.#writingCounts])
    clearTimeout(this.#timer)
  }

  #add(use: OperationUse): void {
    const name = `${use.key} ${use.operation}`
    const counted = this.#counts.get(name)
    if (counted) {
      counted.calls += use.calls
      counted.refused += use.refused
    } else if (this.#counts.size < countsMax) this.#counts.set(name, use)
  }

  async #write(): Promise<void> {
    await new Promise(setImmediate)
    while (this.#pending.size > 0) {
      const uses = [...this.#pending.values()]
      this.#pending = new Map()
      try {
        await this.#db.withScope('all', () => writeLastUses(this.#db, uses))
      } catch (err) {
        for (const { key } of uses) this.#notedMs.delete(key)
        this.#log.warn({ err, keys: uses.length }, 'key_use.write_failed')
      }
    }
    this.#writing = undefined
  }

  #writeCounts(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const uses = [...this.#counts.values()]
    this.#counts = new Map()
    if (uses.length === 0) return
    const write = () => this.#db.withScope('all', () => writeOperationUses(this.#db, uses))
    this.#writingCounts = this.#writingCounts.then(write).catch((err: unknown) => {
      for (const use of uses) this.#add(use)
      this.#log.warn({ err, counts: uses.length }, 'key_use.counts_not_written')
    })
  }
}

type KeyUseOptions = { db: Database; log: Log; now?: () => number }

/** Records key usage. Retries a failed write with the next use. */
export function createKeyUse(options: KeyUseOptions): KeyUse {
  return new DatabaseKeyUse(options)
}
