import type { EntityManager } from '@mikro-orm/postgresql'
import { sql, statement } from '@posthorn/chassis'
import { idFloor, idTimeMs } from '@posthorn/contracts'
import {
  hourMs,
  hourOf,
  hoursOf,
  measuredAnswers,
  type Recorded,
  readHour,
  readHours,
  type Span,
} from './measured-answers.sql.ts'

/** An hour is recorded ten minutes after it ends, because its messages may be committed until then. */
const closedAt = `date_trunc('hour', now() - interval '10 minutes', 'UTC')`

const msOf = (time: string) => `(extract(epoch from ${time}) * 1000)::float8`

/** Maximum number of messages in a step. A single hour may exceed it. */
const stepMax = 5_000
/** Maximum number of hours in a step: 31 days. */
const hoursMax = 744

/** Starts recording for workspaces that have a number. The recorded period is empty at first, and grows in both directions. */
export async function openRanges(em: EntityManager): Promise<void> {
  await sql(
    em,
    `insert into answer_range (workspace_id, from_at, to_at) select distinct n.workspace_id, ${closedAt}, ${closedAt} from known_number n
     where not exists (select 1 from answer_range r where r.workspace_id = n.workspace_id) on conflict do nothing`,
  )
}

/** Returns workspaces with hours to record. Those that lack earlier hours are last, because recording a long past takes many steps. */
export async function unrecordedWorkspaces(em: EntityManager, max: number): Promise<string[]> {
  const rows = await sql<{ workspace: string }>(
    em,
    `select r.workspace_id as workspace from answer_range r where not r.is_whole or r.to_at < ${closedAt} or exists (
       select 1 from answer_change c where c.workspace_id = r.workspace_id and c.hour < r.to_at)
     order by r.is_whole desc, r.from_at desc limit $1`,
    [max],
  )
  return rows.map(({ workspace }) => workspace)
}

type RangeRow = { fromMs: number; toMs: number; closedMs: number; isWhole: boolean; changedMs: number | null }

/**
 * Records some hours of a workspace: changed ones first, then those that ended since, then earlier ones. Returns whether to call it again:
 * false if all are recorded, or if another process is recording the workspace.
 */
export async function recordSome(em: EntityManager, workspace: string): Promise<boolean> {
  const [range] = await sql<RangeRow>(
    em,
    `select ${msOf('r.from_at')} as "fromMs", ${msOf('r.to_at')} as "toMs", ${msOf(closedAt)} as "closedMs", r.is_whole as "isWhole",
       (select ${msOf('min(c.hour)')} from answer_change c
        where c.workspace_id = $1 and c.hour < r.to_at and (r.is_whole or c.hour >= r.from_at)) as "changedMs"
     from answer_range r where r.workspace_id = $1 for update of r skip locked`,
    [workspace],
  )
  if (!range) return false
  const { fromMs, toMs, closedMs, isWhole, changedMs } = range
  if (changedMs !== null) return recordChanged(em, workspace, { fromMs: changedMs, toMs })
  if (toMs < closedMs) return recordNext(em, workspace, { fromMs: toMs, toMs: closedMs })
  return !isWhole && recordPrevious(em, workspace, fromMs)
}

/** Records the first changed hour, `fromMs`, again, along with the changed hours that directly follow it, as one continuous period. */
async function recordChanged(em: EntityManager, workspace: string, { fromMs, toMs }: Span): Promise<true> {
  const rows = await sql<{ ms: number }>(
    em,
    `select distinct ${msOf('hour')} as ms from answer_change where workspace_id = $1 and hour >= $2 and hour < $3 order by ms limit $4`,
    [workspace, new Date(fromMs), new Date(toMs), hoursMax],
  )
  const gap = rows.findIndex(({ ms }, place) => ms !== fromMs + place * hourMs)
  const hours = gap < 0 ? rows.length : gap
  await recordHours(em, workspace, await boundedStep(em, workspace, { fromMs, toMs: fromMs + hours * hourMs }))
  return true
}

/** Extends the recorded period by the hours that have ended since (`passed`), or by the first of them. */
async function recordNext(em: EntityManager, workspace: string, passed: Span): Promise<true> {
  const step = await boundedStep(em, workspace, passed)
  await recordHours(em, workspace, step)
  await sql(em, 'update answer_range set to_at = $2 where workspace_id = $1', [workspace, new Date(step.toMs)])
  return true
}

/** Records earlier hours. If there are no earlier messages, the recording is complete. */
async function recordPrevious(em: EntityManager, workspace: string, beforeMs: number): Promise<true> {
  const [found] = await sql<{ first: string | null; last: string | null }>(
    em,
    `select min(id) as first, max(id) as last from
       (select id from message where workspace_id = $1 and id < $2 order by id desc limit $3) m`,
    [workspace, idFloor('msg', beforeMs), stepMax],
  )
  if (!found?.first || !found.last) {
    await sql(em, 'update answer_range set is_whole = true where workspace_id = $1', [workspace])
    return true
  }
  const toMs = hourOf(idTimeMs(found.last)) + hourMs
  const fromMs = Math.max(hourOf(idTimeMs(found.first)), toMs - hoursMax * hourMs)
  await recordHours(em, workspace, { fromMs, toMs })
  await sql(em, 'update answer_range set from_at = $2 where workspace_id = $1', [workspace, new Date(fromMs)])
  return true
}

/** Returns as many hours from the start of a range as fit in a step, but at least one. */
async function boundedStep(em: EntityManager, workspace: string, { fromMs, toMs }: Span): Promise<Span> {
  const endMs = Math.min(toMs, fromMs + hoursMax * hourMs)
  const [further] = await sql<{ id: string }>(
    em,
    'select id from message where workspace_id = $1 and id >= $2 and id < $3 order by id offset $4 limit 1',
    [workspace, idFloor('msg', fromMs), idFloor('msg', endMs), stepMax],
  )
  return { fromMs, toMs: further ? Math.max(fromMs + hourMs, hourOf(idTimeMs(further.id))) : endMs }
}

const source = { numbers: 'null', hours: 'given' }

/** Deletes only the changes that it can see. Changes committed later are recorded afterward. */
const store = statement(
  { workspace: 'text', hours: readHour, fromAt: 'timestamptz', toAt: 'timestamptz' },
  ({ workspace, hours, fromAt, toAt }) => `with given as materialized (
    select * from ${hours.as('h')}
  ), noted as (
    delete from answer_change where workspace_id = ${workspace} and hour >= ${fromAt} and hour < ${toAt}
  )
  insert into answer_hour (workspace_id, hour, number_id, member_id, name, incoming, outgoing, answer_ms)
  select ${workspace}, hour, number_id, member_id, name, incoming, outgoing, answer_ms
  from (${measuredAnswers({ ...source, workspace })}) measured`,
)

/** Replaces what is recorded for these hours, and the sums of their days. */
async function recordHours(em: EntityManager, workspace: string, step: Span): Promise<void> {
  const [fromAt, toAt] = [new Date(step.fromMs), new Date(step.toMs)]
  const values = [workspace, fromAt, toAt]
  await sql(em, 'delete from answer_hour where workspace_id = $1 and hour >= $2 and hour < $3', values)
  await sql(em, store({ workspace, hours: readHours(hoursOf(step)), fromAt, toAt }))
  await sql(em, `delete from answer_day where workspace_id = $1 and day >= ${firstDay} and day < $3`, values)
  await sql(em, addUp, values)
}

/** SQL for the start of a time's day in UTC. A report in another time zone uses the sum only of a day that lies in one of its buckets. */
const daySql = (time: string) => `date_trunc('day', ${time}, 'UTC')`
const firstDay = daySql('$2::timestamptz')

/**
 * Sums the hours of each day, so that a report over months reads few rows. A daily sum is used only if all its hours are recorded. The end, `$3`,
 * is rounded up to a whole day.
 */
const addUp = `with hourly as (
    select ${daySql('hour')} as day, number_id, member_id, name, incoming, outgoing, answer_ms from answer_hour
    where workspace_id = $1 and hour >= ${firstDay} and hour < ${daySql(`$3::timestamptz + interval '1 day' - interval '1 hour'`)}
  ), sums as (
    select day, number_id, member_id, max(name) as name, sum(incoming) as incoming, sum(outgoing) as outgoing from hourly group by 1, 2, 3
  ), times as (
    select day, number_id, member_id, array_agg(ms order by ms) as answer_ms from hourly, unnest(answer_ms) ms group by 1, 2, 3
  )
  insert into answer_day (workspace_id, day, number_id, member_id, name, incoming, outgoing, answer_ms)
  select $1, day, number_id, member_id, name, incoming, outgoing, coalesce(answer_ms, '{}')
  from sums left join times using (day, number_id, member_id)`

/** Returns which hours of a range can be read from what is recorded, or undefined if the workspace has no recording yet. */
export async function recordedOf(
  em: EntityManager,
  workspace: string,
  { fromMs, toMs }: Span,
): Promise<Recorded | undefined> {
  const [row] = await sql<{ fromMs: number | null; toMs: number }>(
    em,
    `select case when not is_whole then ${msOf('from_at')} end as "fromMs", ${msOf('to_at')} as "toMs"
     from answer_range where workspace_id = $1`,
    [workspace],
  )
  if (!row) return undefined
  const changed = await sql<{ ms: number }>(
    em,
    `select distinct ${msOf('hour')} as ms from answer_change where workspace_id = $1 and hour >= $2 and hour < $3`,
    [workspace, new Date(hourOf(fromMs)), new Date(toMs)],
  )
  return { ...row, changed: new Set(changed.map(({ ms }) => ms)) }
}

/**
 * Marks the hours of these chats' messages to be recorded again, because messages moved between the chats, which changes what they answer.
 * `since`: the first message that may be affected.
 */
export async function recordMovedMessages(
  em: EntityManager,
  { workspace, chats, since = '' }: { workspace: string; chats: string[]; since?: string },
): Promise<void> {
  await sql(
    em,
    `insert into answer_change (workspace_id, hour) select distinct $1, answer_hour_of(id) from message
     where workspace_id = $1 and chat_id = any($2) and id >= $3`,
    [workspace, chats, since],
  )
}
