import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { JournalLine } from './journal.ts'

const batchSizeMax = 500

/** Locks and returns erasures missing in the journal. One process at a time, so that lines are complete. */
export async function missingInJournal(em: EntityManager): Promise<JournalLine[]> {
  const [row] = await sql<{ mine: boolean }>(
    em,
    `select pg_try_advisory_xact_lock(hashtext('erasure journal ' || current_schema())) as mine`,
  )
  if (!row?.mine) return []
  const rows = await sql<Omit<JournalLine, 'requestedAt'> & { requestedAt: string | Date }>(
    em,
    `select id as erasure, workspace_id as workspace, contact_id || contact_ids as contacts, requested_at as "requestedAt"
     from erasure where not in_journal order by requested_at limit ${batchSizeMax} for update`,
  )
  return rows.map((each) => ({ ...each, requestedAt: new Date(each.requestedAt).toISOString() }))
}

/** Marks erasures as recorded in the journal. */
export async function markInJournal(em: EntityManager, lines: readonly JournalLine[]): Promise<void> {
  await sql(
    em,
    `update erasure e set in_journal = true from unnest($1::text[], $2::text[]) as l (workspace, id)
     where e.workspace_id = l.workspace and e.id = l.id`,
    [lines.map(({ workspace }) => workspace), lines.map(({ erasure }) => erasure)],
  )
}

/** Returns erasures that Postgres lost in a restore to an earlier time. */
export async function lostErasures(em: EntityManager, lines: readonly JournalLine[]): Promise<JournalLine[]> {
  const found: JournalLine[] = []
  for (let from = 0; from < lines.length; from += batchSizeMax) {
    const some = lines.slice(from, from + batchSizeMax)
    const known = await sql<{ id: string }>(
      em,
      `select e.id from erasure e join unnest($1::text[], $2::text[]) as l (workspace, id)
       on e.workspace_id = l.workspace and e.id = l.id`,
      [some.map(({ workspace }) => workspace), some.map(({ erasure }) => erasure)],
    )
    const ids = new Set(known.map(({ id }) => id))
    found.push(...some.filter(({ erasure }) => !ids.has(erasure)))
  }
  return found
}
