import { PassThrough } from 'node:stream'
import { forWorkspace, inTransaction, type Spooled, spool, sql, type Tx } from '@posthorn/chassis'
import { type ErrorCode, importBytesMax } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { Import } from '../entities/import.ts'
import { finish } from '../imports/finish.ts'
import { hasPhone, readHeader } from '../imports/header.ts'
import { storeFile } from '../imports/pieces.sql.ts'
import { utf8Of } from '../imports/utf8.ts'

/** How long fetching may take; the lease outlives it. */
const fetchTimeoutMs = 120_000
const leaseSeconds = 180

type Claimed = { workspace_id: string; id: string; url: string }

/** Fetches the file of one import that waits for it; false when none does. */
export async function fetchOne(runtime: ContactsRuntime): Promise<boolean> {
  const [claimed] = await sql<Claimed>(
    runtime.db.em(),
    `update import set lease_until = now() + make_interval(secs => $1)
     where (workspace_id, id) = (
       select workspace_id, id from import
       where state = 'fetching' and (lease_until is null or lease_until < now())
       order by touched_at limit 1 for update skip locked
     )
     returning workspace_id, id, url`,
    [leaseSeconds],
  )
  if (!claimed) return false
  await using file = await fetchFile(runtime, claimed.url)
  await inTransaction(runtime, (tx) => settle(tx, claimed, file))
  return true
}

/** The file on disk; null when it cannot be had. */
async function fetchFile(runtime: ContactsRuntime, url: string): Promise<Spooled | null> {
  const sink = new PassThrough()
  const collected = spool(sink, { folder: runtime.config.SPOOL_DIR, bytesMax: importBytesMax })
  collected.catch(() => {})
  try {
    const answer = await runtime.deps.fetcher.request({
      url,
      method: 'GET',
      headers: { accept: 'text/csv, text/plain, */*' },
      timeoutMs: fetchTimeoutMs,
      responseBytesMax: importBytesMax,
      sink,
    })
    const spooled = await collected
    if (answer.status === 200 && !answer.truncated) return spooled
    await spooled[Symbol.asyncDispose]()
    return null
  } catch (err) {
    sink.destroy(err as Error)
    runtime.log.debug({ err }, 'import.not_fetched')
    return null
  }
}

async function settle(tx: Tx, claimed: Claimed, file: Spooled | null): Promise<void> {
  const em = forWorkspace(tx.em, claimed.workspace_id)
  const job = await em.findOne(Import, { id: claimed.id, state: 'fetching' })
  if (!job) return
  const refuse = (code: ErrorCode) => finish(tx, job, code)
  if (file === null) return refuse('import:not_fetched')
  const header = await readHeader(utf8Of(file.path), job.askedMapping)
  if (!hasPhone(header.mapping)) return refuse('import:no_phone')
  job.sizeBytes = await storeFile(em, job, utf8Of(file.path))
  Object.assign(job, {
    state: 'running',
    mapping: header.mapping,
    delimiter: header.delimiter,
    columns: header.columns,
  })
  job.doneBytes = header.endBytes
  job.leaseUntil = null
  await em.flush()
  tx.wake('import')
}
