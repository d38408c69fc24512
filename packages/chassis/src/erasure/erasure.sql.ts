import type { EntityManager } from '@mikro-orm/postgresql'
import type { BusEvent } from '@posthorn/contracts'
import { sql } from '../db/sql.ts'
import { holdsTrace } from './person.ts'

/** An erasure that this service still owes. */
export type ErasureJob = {
  workspaceId: string
  id: string
  contactId: string
  requestedAt: Date
  sealed: string
  /** `erasure:done` was said; what came later is looked for again. */
  reported: boolean
}

/** Notes what this service is to erase. */
export async function addJob(em: EntityManager, { workspace, data }: BusEvent<'erasure:requested'>): Promise<void> {
  await sql(
    em,
    `insert into erasure_job (workspace_id, id, contact_id, requested_at, sealed) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [workspace, data.erasure, data.contact, data.requestedAt, data.sealed],
  )
}

/** The next job that is due, locked. */
export async function claimJob(em: EntityManager): Promise<ErasureJob | undefined> {
  const [row] = await sql<ErasureJob>(
    em,
    `select workspace_id as "workspaceId", id, contact_id as "contactId", requested_at as "requestedAt", sealed, reported
     from erasure_job where run_at <= now() order by run_at limit 1 for update skip locked`,
  )
  return row && { ...row, requestedAt: new Date(row.requestedAt) }
}

/** Tries a job again after a pause. */
export async function postponeJob(em: EntityManager, job: ErasureJob, pauseSeconds: number): Promise<void> {
  await sql(
    em,
    'update erasure_job set run_at = now() + make_interval(secs => $3), sealed = $4 where workspace_id = $1 and id = $2',
    [job.workspaceId, job.id, pauseSeconds, job.sealed],
  )
}

/** Seconds after the request at which a service looks again for what came late from outside; the last ends the job. */
const lateLooksSeconds = [10, 600, 86_400, 259_200]

/** Keeps a job that has been reported for the next look; false after the last. */
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

/** Ends a job, and with it what it knew of the person. */
export async function endJob(em: EntityManager, job: ErasureJob): Promise<void> {
  await sql(em, 'delete from erasure_job where workspace_id = $1 and id = $2', [job.workspaceId, job.id])
}

/** Milliseconds until the next job is due; null when there is none. */
export async function nextJobInMs(em: EntityManager): Promise<number | null> {
  const [row] = await sql<{ ms: string | null }>(
    em,
    'select ceil(extract(epoch from min(run_at) - now()) * 1000)::text as ms from erasure_job',
  )
  return row?.ms ? Number(row.ms) : null
}

/** Events that hold ids only. */
const bareKinds = ['contact:deleted', 'erasure:requested', 'erasure:done', 'audit:recorded']
/** Rows of one look at the outbox. */
const rowsOfRange = 10_000

type OutboxHit = { id: string; payload: string; published: boolean }

/**
 * Removes the person from what this service has announced and from events it could not apply. False while an event about them is
 * still to be published: it must reach those who erase after us first.
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
    const rows = await sql<OutboxHit>(
      em,
      `select id, payload, published_at is not null as published from outbox
       where id > $1 and id <= $2 and workspace_id = $3 and kind <> all($4)
         and exists (select 1 from unnest($5::text[]) t where strpos(payload, t) > 0)`,
      [after, end.id, workspace, bareKinds, traces],
    )
    const found = rows.filter(({ payload }) => holdsTrace(payload, traces))
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
