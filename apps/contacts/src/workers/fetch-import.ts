import { forWorkspace, inTransaction, sql, type Tx } from '@posthorn/chassis'
import type { ErrorCode } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { Import } from '../entities/import.ts'
import { finish } from '../imports/finish.ts'
import { hasPhone, readHeader } from '../imports/header.ts'
import { storeFile } from '../imports/pieces.sql.ts'
import { utf8Pieces } from '../imports/table.ts'

/** Largest file that is fetched, and how long that may take; the lease outlives it. */
const fileBytesMax = 64 * 1024 * 1024
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
  const file = await fetchFile(runtime, claimed.url)
  await inTransaction(runtime, (tx) => settle(tx, claimed, file))
  return true
}

async function fetchFile(runtime: ContactsRuntime, url: string): Promise<Buffer | null> {
  try {
    const answer = await runtime.deps.fetcher.request({
      url,
      method: 'GET',
      headers: { accept: 'text/csv, text/plain, */*' },
      timeoutMs: fetchTimeoutMs,
      responseBytesMax: fileBytesMax,
    })
    return answer.status === 200 && !answer.truncated ? answer.body : null
  } catch (err) {
    runtime.log.debug({ err }, 'import.not_fetched')
    return null
  }
}

async function settle(tx: Tx, claimed: Claimed, file: Buffer | null): Promise<void> {
  const em = forWorkspace(tx.em, claimed.workspace_id)
  const job = await em.findOne(Import, { id: claimed.id, state: 'fetching' })
  if (!job) return
  const refuse = (code: ErrorCode) => finish(tx, job, code)
  if (file === null) return refuse('import:not_fetched')
  const [beginning = Buffer.alloc(0), ...rest] = [...utf8Pieces(file)]
  const header = await readHeader(Buffer.concat([beginning, rest[0] ?? Buffer.alloc(0)]), job.askedMapping)
  if (!hasPhone(header.mapping)) return refuse('import:no_phone')
  job.sizeBytes = await storeFile(em, job, [beginning, ...rest])
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
