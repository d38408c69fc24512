import type { EntityManager } from '@mikro-orm/postgresql'
import type { BusEvent } from '@posthorn/contracts'
import { outboxHours } from '../bus/outbox.sql.ts'
import { unpack } from '../db/packed.ts'
import { sql } from '../db/sql.ts'
import { createLockedQueue } from '../jobs/locked-queue.sql.ts'
import { holdsTrace } from './person.ts'

export type ErasureJob = {
  workspaceId: string
  id: string
  contactId: string
  requestedAt: Date
  sealed: string
  /** Whether `erasure:done` was announced. The service still checks for data that arrives later. */
  reported: boolean
}

export async function addJob(em: EntityManager, { workspace, data }: BusEvent<'erasure:requested'>): Promise<void> {
  await sql(
    em,
    `insert into erasure_job (workspace_id, id, contact_id, requested_at, sealed) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [workspace, data.erasure, data.contact, data.requestedAt, data.sealed],
  )
}

export const erasureQueue = createLockedQueue<ErasureJob>({
  table: 'erasure_job',
  key: { workspace_id: 'workspaceId', id: 'id' },
  columns: 'contact_id as "contactId", requested_at as "requestedAt", sealed, reported',
})

export async function saveSealed(em: EntityManager, { workspaceId, id }: ErasureJob, sealed: string): Promise<void> {
  await sql(em, 'update erasure_job set sealed = $3 where workspace_id = $1 and id = $2', [workspaceId, id, sealed])
}

/** Seconds after the request at which a service checks again for data that arrived late from outside. The last check ends the job. */
const lateLooksSeconds = [10, 600, 86_400, outboxHours * 3_600]

/** Schedules the next check of a reported job. Returns false after the last one. */
export async function keepForLate(em: EntityManager, job: ErasureJob): Promise<boolean> {
  const kept = await sql(
    em,
    `update erasure_job set reported = true, run_at = requested_at + make_interval(secs => (
       select min(s) from unnest($3::integer[]) s where requested_at + make_interval(secs => s) > now()))
     where workspace_id = $1 and id = $2 and requested_at + make_interval(secs => $4) > now() returning 1`,
    [job.workspaceId, job.id, lateLooksSeconds, Math.max(...lateLooksSeconds)],
  )
  return kept.length > 0
}

const bareKinds = ['contact:deleted', 'erasure:requested', 'erasure:done', 'audit:recorded']
/** Unpacking this many events takes a few milliseconds, during which the process does nothing else. */
const rowsOfRange = 2_000

type PackedEvent = { id: string; payload: Buffer; published: boolean }

/**
 * Removes the person from dead events and from events that this service announced. Returns false while an event about them is still
 * unpublished, because services that erase later need it first.
 */
export async function eraseAnnounced(em: EntityManager, workspace: string, traces: string[]): Promise<boolean> {
  let clean = true
  for (let after = ''; ; ) {
    const [end] = await sql<{ id: string | null }>(
      em,
      `select max(id) as id from (select id from outbox where id > $1 order by id limit ${rowsOfRange}) o`,
      [after],
    )
    if (!end?.id) break
    const rows = await sql<PackedEvent>(
      em,
      `select id, payload, id not in (select unnest(ids) from outbox_batch where js_seq is null) as published from outbox
       where id > $1 and id <= $2 and workspace_id = $3 and kind <> all($4)`,
      [after, end.id, workspace, bareKinds],
    )
    const found = rows.filter(({ payload }) => holdsTrace(unpack(payload), traces))
    const gone = found.flatMap(({ id, published }) => (published ? [id] : []))
    if (gone.length > 0) await sql(em, 'delete from outbox where id = any($1)', [gone])
    clean &&= gone.length === found.length
    after = end.id
  }
  await sql(
    em,
    `delete from dead_event where strpos(payload, $1) > 0
       and exists (select 1 from unnest($2::text[]) t where strpos(payload, t) > 0)`,
    [workspace, traces],
  )
  return clean
}
