import { LockMode } from '@mikro-orm/core'
import { forWorkspace, inTransaction, isPassing, longWaitsOf, sql, type Tx, type Worker } from '@posthorn/chassis'
import { type ErrorCode, Fault, importBytesMax } from '@posthorn/contracts'
import { fetchFile, type Spooled } from '@posthorn/http'
import type { ContactsRuntime } from '../config.ts'
import { Import } from '../entities/contact.ts'
import { attemptsMax, finish } from '../imports/imports.ts'
import { storeFile } from '../imports/pieces.sql.ts'
import { hasIdentifier, headerColumns, missingColumns, readHeader, utf8Of } from '../imports/table.ts'

/** Timeout of a download, shorter than the lease. */
const fetchTimeoutMs = 120_000
const leaseSeconds = 180
/** Maximum number of downloads at a time, in total and per workspace, so that one workspace's slow servers don't delay others. */
const fetchesMax = { process: 16, workspace: 4 }

const isOpen = `status in ('fetching', 'running')`
/** Ends leases of downloads, and resets turns of imports, that are later than possible after the database's clock went back. */
export const longWaits = [
  longWaitsOf({ table: 'import', column: 'lease_until', secondsMax: leaseSeconds, where: isOpen }),
  longWaitsOf({ table: 'import', column: 'touched_at', secondsMax: 0, where: isOpen }),
]

type Claimed = { workspace_id: string; id: string; url: string; attempts: number }
type Key = Pick<Claimed, 'workspace_id' | 'id'>

/** Starts the downloads of import files, without waiting for them. Each one that ends wakes the loop. */
export const fetchImports: Worker<ContactsRuntime> = {
  name: 'fetch',
  pollMs: 5_000,
  async run(runtime, stopping) {
    const { fetches } = runtime.deps
    while (fetches.size < fetchesMax.process && !stopping.aborted) {
      const claimed = await claimOne(runtime)
      if (!claimed) break
      const done = fetchOne(runtime, claimed, stopping)
        .catch((err: unknown) => runtime.log.error({ err, import: claimed.id }, 'import.fetch_broke'))
        .finally(() => {
          fetches.delete(claimed.id)
          if (!stopping.aborted) runtime.wake('fetch')
        })
      fetches.set(claimed.id, { workspace: claimed.workspace_id, done })
    }
    return { worked: 0 }
  },
}

/** Leases the longest waiting download, except those of workspaces that already have the maximum in progress here. */
async function claimOne(runtime: ContactsRuntime): Promise<Claimed | undefined> {
  const [claimed] = await sql<Claimed>(
    runtime.db.em(),
    `update import set lease_until = now() + make_interval(secs => $1), attempts = attempts + 1
     where (workspace_id, id) = (
       select workspace_id, id from import
       where status = 'fetching' and (lease_until is null or lease_until < now()) and workspace_id <> all($2)
       order by touched_at limit 1 for update skip locked
     )
     returning workspace_id, id, url, attempts`,
    [leaseSeconds, busyWorkspaces(runtime)],
  )
  return claimed
}

/** Returns the workspaces that have the maximum number of downloads in progress. */
function busyWorkspaces({ deps }: ContactsRuntime): string[] {
  const counts = new Map<string, number>()
  for (const { workspace } of deps.fetches.values()) counts.set(workspace, (counts.get(workspace) ?? 0) + 1)
  return [...counts].flatMap(([workspace, count]) => (count < fetchesMax.workspace ? [] : [workspace]))
}

/**
 * Downloads and stores a file. The import fails if that isn't possible. If a crash or an unavailable database interrupts it, it is repeated when
 * the lease ends; if this process stops, at once.
 */
async function fetchOne(runtime: ContactsRuntime, claimed: Claimed, stopping: AbortSignal): Promise<void> {
  if (claimed.attempts > attemptsMax) return failImport(runtime, claimed, 'import:not_fetched')
  const fetched = await tryFetch(runtime, claimed)
  // Stopping the process closes its connections.
  if (stopping.aborted && 'errorCode' in fetched) return release(runtime, claimed)
  if ('errorCode' in fetched) return failImport(runtime, claimed, fetched.errorCode)
  await using file = fetched
  try {
    await inTransaction(runtime, (tx) => storeFetched(tx, claimed, file))
  } catch (err) {
    if (isPassing(err)) throw err
    runtime.log.error({ err, import: claimed.id }, 'import.unreadable')
    await failImport(runtime, claimed, 'import:unreadable')
  }
}

/** Returns the file on disk, or the reason that it couldn't be downloaded. */
async function tryFetch({ deps, config, log }: ContactsRuntime, { url }: Claimed): Promise<Spooled | Refusal> {
  try {
    const { spooled } = await fetchFile(deps.fetcher, url, {
      folder: config.SPOOL_DIR,
      bytesMax: importBytesMax,
      timeoutMs: fetchTimeoutMs,
      accept: 'text/csv, text/plain, */*',
    })
    return spooled
  } catch (err) {
    if (!(err instanceof Fault)) throw err
    log.debug({ err }, 'import.not_fetched')
    return { errorCode: err.code === 'url:not_allowed' ? err.code : 'import:not_fetched' }
  }
}

type Refusal = { errorCode: ErrorCode }

/** Ends an import that is still waiting for its file, with an error. */
function failImport(runtime: ContactsRuntime, claimed: Claimed, errorCode: ErrorCode): Promise<void> {
  return inTransaction(runtime, async (tx) => {
    const job = await jobOf(tx, claimed)
    if (job) await finish(tx, job, errorCode)
  })
}

/** Ends the lease early, so that another process can start the download at once, and takes back its attempt. */
async function release(runtime: ContactsRuntime, { workspace_id, id }: Key): Promise<void> {
  const text = `update import set lease_until = null, attempts = attempts - 1 where workspace_id = $1 and id = $2 and status = 'fetching'`
  await sql(runtime.db.em(), text, [workspace_id, id])
}

/** Locks and returns the import if it still waits for its file. After the lease ended, another process may have finished it. */
function jobOf(tx: Tx, { workspace_id, id }: Key) {
  return forWorkspace(tx.em, workspace_id).findOne(
    Import,
    { id, status: 'fetching' },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  )
}

/** Stores the downloaded file and starts the import of its rows, or fails it if a mapped column or any identifier is missing. */
async function storeFetched(tx: Tx, claimed: Claimed, file: Spooled): Promise<void> {
  const job = await jobOf(tx, claimed)
  if (!job) return
  const header = await readHeader(utf8Of(file.path), job.askedMapping)
  // A failed import shows the columns that its file does have.
  job.mapping = header.mapping
  if (missingColumns(header.columns, job.askedMapping).length > 0) return finish(tx, job, 'import:no_column')
  if (!hasIdentifier(header.mapping)) return finish(tx, job, 'import:no_phone')
  job.sizeBytes = await storeFile(tx.em, job, utf8Of(file.path))
  Object.assign(job, { status: 'running', attempts: 0, ...headerColumns(header) })
  job.leaseUntil = null
  await tx.em.flush()
  tx.wake('import')
}
