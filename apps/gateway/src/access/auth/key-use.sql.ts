import { type Database, type Log, putBounded, sql } from '@posthorn/chassis'

/** A finished request that used a key. */
type KeyRequest = Pick<OperationUse, 'workspace' | 'key' | 'operation'> & { isRefused: boolean }

const noteEveryMs = 60_000
const writeCountsEveryMs = 2_000
const keysMax = 50_000
const countsMax = 50_000

/** Records key usage in the background. Retries a failed write with the next use. A process that dies loses the last seconds. */
export class KeyUse {
  readonly #db: Database
  readonly #log: Log
  readonly #now: () => number
  readonly #notedMs = new Map<string, number>()
  #pending = new Map<string, LastUse>()
  #counts = new Map<string, OperationUse>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined
  #writingCounts: Promise<void> = Promise.resolve()

  constructor({ db, log, now = Date.now }: { db: Database; log: Log; now?: () => number }) {
    this.#db = db
    this.#log = log
    this.#now = now
  }

  /** Records the time and address of a use, at most once a minute per key, so that a busy key costs few writes. */
  note(key: string, address: string): void {
    const atMs = this.#now()
    const lastMs = this.#notedMs.get(key)
    if (lastMs !== undefined && atMs - lastMs < noteEveryMs) return
    putBounded(this.#notedMs, key, atMs, keysMax)
    this.#pending.set(key, { key, atMs, address })
    this.#writing ??= this.#write()
  }

  /** Counts a request by operation and day, for the list of what a key is used for. */
  count({ workspace, key, operation, isRefused }: KeyRequest): void {
    this.#add({ workspace, key, operation, calls: 1, refused: isRefused ? 1 : 0 })
    this.#timer ??= setTimeout(() => this.#writeCounts(), writeCountsEveryMs).unref()
  }

  /** Writes pending counts, and waits for writes in progress. */
  async close(): Promise<void> {
    this.#writeCounts()
    await Promise.all([this.#writing, this.#writingCounts])
    clearTimeout(this.#timer)
  }

  /** Adds to the pending count of a key and operation. Drops new counts beyond the maximum, to bound the memory. */
  #add(use: OperationUse): void {
    const countKey = `${use.key} ${use.operation}`
    const counted = this.#counts.get(countKey)
    if (counted) {
      counted.calls += use.calls
      counted.refused += use.refused
    } else if (this.#counts.size < countsMax) this.#counts.set(countKey, use)
  }

  /** Writes the pending last uses, one statement at a time for all that arrived before it, so that busy moments cost few statements. */
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

  /** Writes the pending counts. If that fails, adds them to the next ones. */
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

type LastUse = { key: string; atMs: number; address: string }

type OperationUse = { workspace: string; key: string; operation: string; calls: number; refused: number }

/** Number of days to keep key usage by operation. */
export const keyUseDays = 30

/** Stores the last use of each key, unless another gateway has stored a later one. Locks keys in a fixed order, so that gateways don't deadlock. */
async function writeLastUses(db: Database, uses: readonly LastUse[]): Promise<void> {
  await sql(
    db.em(),
    `with locked as (select id from api_key where id = any($1::text[]) order by id for no key update)
     update api_key k set last_used_at = u.at, last_used_from = u.address
     from locked join (select id, to_timestamp(ms / 1000) as at, nullif(address, '') as address
       from unnest($1::text[], $2::float8[], $3::text[]) as given (id, ms, address)) u using (id)
     where k.id = locked.id and (k.last_used_at is null or k.last_used_at < u.at)`,
    [uses.map(({ key }) => key), uses.map(({ atMs }) => atMs), uses.map(({ address }) => address)],
  )
}

/** Adds to today's request counts. Locks rows in a fixed order, so that gateways don't deadlock. */
async function writeOperationUses(db: Database, uses: readonly OperationUse[]): Promise<void> {
  await sql(
    db.em(),
    `insert into key_use as k (workspace_id, key_id, day, operation, calls, refused)
     select workspace, key, (now() at time zone 'utc')::date, operation, calls, refused
     from unnest($1::text[], $2::text[], $3::text[], $4::int8[], $5::int8[]) as u (workspace, key, operation, calls, refused)
     order by workspace, key, operation
     on conflict (workspace_id, key_id, day, operation)
     do update set calls = k.calls + excluded.calls, refused = k.refused + excluded.refused`,
    [
      uses.map(({ workspace }) => workspace),
      uses.map(({ key }) => key),
      uses.map(({ operation }) => operation),
      uses.map(({ calls }) => calls),
      uses.map(({ refused }) => refused),
    ],
  )
}

type DayUse = { operation: string; day: string; calls: number; refused: number }

/** Lists a key's usage in the last 30 days by operation and day, latest day first. */
export const listUse = (em: Parameters<typeof sql>[0], workspace: string, key: string): Promise<DayUse[]> =>
  sql<DayUse>(
    em,
    `select operation, to_char(day, 'YYYY-MM-DD') as day, calls::float8 as calls, refused::float8 as refused from key_use
     where workspace_id = $1 and key_id = $2 and day > (now() at time zone 'utc')::date - ${keyUseDays}
     order by key_use.day desc, operation`,
    [workspace, key],
  )
