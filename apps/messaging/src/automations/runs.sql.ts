import type { EntityManager } from '@mikro-orm/postgresql'
import { createLockedQueue, rowType, sql, statement, type Tx } from '@posthorn/chassis'
import { newId } from '@posthorn/contracts'
import { isQuestion } from '../statistics/measured-answers.sql.ts'
import type { Candidate } from './decide.ts'

/** A run that is due, whose record gets the same id, or thanks for a rating, which aren't recorded. */
export type AutomationJob = {
  id: string
  workspaceId: string
  automationId: string
  chatId: string
  messageId: string | null
  trigger: string
  at: Date
  attempts: number
}

/** Runs in a chat happen in their order: one isn't taken while another process has an earlier one. */
export const automationQueue = createLockedQueue<AutomationJob>({
  table: 'automation_job',
  key: { id: 'id' },
  ready: `not exists (select from automation_job e where e.workspace_id = t.workspace_id and e.chat_id = t.chat_id
    and (e.run_at, e.id) < (t.run_at, t.id))`,
  columns: `workspace_id as "workspaceId", automation_id as "automationId", chat_id as "chatId", message_id as "messageId", trigger, at, attempts`,
})

type Occurrence = { workspace: string; chat: string; message: string | null; triggers: string[]; at: string }

const jobRow = rowType<Occurrence & { id: string; automation: string; trigger: string }>({
  id: 'text',
  workspace_id: ['text', ({ workspace }) => workspace],
  automation_id: ['text', ({ automation }) => automation],
  chat_id: ['text', ({ chat }) => chat],
  message_id: ['text', ({ message }) => message],
  trigger: 'text',
  at: 'timestamptz',
})

const insert = statement(
  { jobs: jobRow },
  ({ jobs }) => `insert into automation_job (${jobs.list()}) select ${jobs.list()} from ${jobs.as('j')}`,
)

/** Queues a run of each enabled automation with one of these triggers, the oldest automation first. */
export async function queueRuns(tx: Pick<Tx, 'em' | 'wake'>, occurrence: Occurrence): Promise<void> {
  const due = await sql<{ automation: string; trigger: string }>(
    tx.em,
    `select id as automation, trigger from automation where workspace_id = $1 and enabled and trigger = any($2) order by id`,
    [occurrence.workspace, occurrence.triggers],
  )
  if (due.length === 0) return
  await sql(tx.em, insert({ jobs: due.map((each) => ({ ...occurrence, ...each, id: newId('run') })) }))
  tx.wake('automations')
}

/** Trigger for thanking a customer for a rating. No automation can be set up with this trigger. */
export const thanksTrigger = 'rated'

/** A rating. `question` is the id of the run that asked for it. */
type Rated = Omit<Occurrence, 'triggers'> & { question: string }

/** Queues a thank-you message for a rating, if the automation that asked for it is turned on and has a text for it. */
export async function queueThanks(tx: Pick<Tx, 'em' | 'wake'>, { question, ...occurrence }: Rated): Promise<void> {
  const due = await sql<{ automation: string }>(
    tx.em,
    `select a.id as automation from automation_run r
     join automation a on a.workspace_id = r.workspace_id and a.id = r.automation_id
     where r.workspace_id = $1 and r.id = $2 and a.enabled and a.actions->'rating' ? 'thanks'`,
    [occurrence.workspace, question],
  )
  if (due.length === 0) return
  const job = { ...occurrence, triggers: [], trigger: thanksTrigger, id: newId('run') }
  await sql(tx.em, insert({ jobs: due.map((each) => ({ ...job, ...each })) }))
  tx.wake('automations')
}

/** Counts a failed attempt of a run, and makes it due again after the pause. */
export async function retryLater(em: EntityManager, { id }: AutomationJob, pauseMs: number): Promise<void> {
  const later = 'now() + make_interval(secs => $2::float8 / 1000)'
  await sql(em, `update automation_job set attempts = attempts + 1, run_at = ${later} where id = $1`, [id, pauseMs])
}

/**
 * Returns the department's members who aren't disabled, and how many open chats each one has. Counts only up to the capacity, and without one
 * not at all. Returns null if the department no longer exists.
 */
export async function candidatesOf(
  em: EntityManager,
  { workspace, department, capacity = 0 }: { workspace: string; department: string; capacity: number | undefined },
): Promise<Candidate[] | null> {
  const [found] = await sql<{ members: string[] }>(
    em,
    'select members from department where workspace_id = $1 and id = $2 and not removed',
    [workspace, department],
  )
  if (!found) return null
  return sql<Candidate>(
    em,
    `select m.id, m.name, m.email, (select count(*)::int from (
         select from chat c where c.workspace_id = $1 and c.assignee_id = m.id and c.status = 'open' limit $3) o) as open
     from member m where m.workspace_id = $1 and m.id = any($2) and not m.removed and not m.disabled`,
    [workspace, found.members, capacity],
  )
}

export async function hasOptedOut(em: EntityManager, workspace: string, recipient: string): Promise<boolean> {
  const rows = await sql(
    em,
    'select 1 from opted_out_recipient where workspace_id = $1 and recipient = $2 and opted_out',
    [workspace, recipient],
  )
  return rows.length > 0
}

/** Returns when the automation last replied in the chat, because it must not repeat its reply within its pause. */
export async function lastReplyAt(
  em: EntityManager,
  { workspace, chat, automation }: { workspace: string; chat: string; automation: string },
): Promise<Date | null> {
  const [last] = await sql<{ at: Date }>(
    em,
    `select created_at as at from automation_run
     where workspace_id = $1 and chat_id = $2 and automation_id = $3 and reply_id is not null order by id desc limit 1`,
    [workspace, chat, automation],
  )
  return last ? new Date(last.at) : null
}

/** A past message or resolved chat to try an automation on. `isStart` means that a conversation began with it. */
export type PastOccurrence = {
  chat: string
  name: string | null
  numberId: string
  labelIds: string[]
  assigneeId: string | null
  windowClosesAt: Date | null
  optedOut: boolean
  message: string | null
  text: string | null
  at: Date
  /** The customer's address, which is the same in chats with other numbers. */
  recipient: string
  isStart: boolean
}

const ofChat = `c.id as chat, c.recipient, coalesce(c.name, c.phone) as name, c.number_id as "numberId", c.label_ids as "labelIds", c.assignee_id as "assigneeId",
  c.window_closes_at as "windowClosesAt", exists (
    select from opted_out_recipient o where o.workspace_id = c.workspace_id and o.recipient = c.recipient and o.opted_out) as "optedOut"`

/**
 * Whether message `m` began a conversation: it is the customer's first message in the chat, or it reopened the chat, with no other message
 * between it and the reopening.
 */
const isStart = `(not exists (
    select from message b where b.workspace_id = m.workspace_id and b.chat_id = m.chat_id and b.direction = 'in' and b.type <> 'system' and b.id < m.id)
  or exists (
    select from chat_change r where r.workspace_id = m.workspace_id and r.chat_id = m.chat_id and r.change = 'reopened' and r.author is null
      and substr(r.id, 5) > substr(m.id, 5) and not exists (
        select from message b where b.workspace_id = m.workspace_id and b.chat_id = m.chat_id and b.direction = 'in'
          and b.id > m.id and substr(b.id, 5) < substr(r.id, 5))))`

/** Maximum number of a workspace's newest messages or changes to look through, most of which may be of another kind. */
const lookedAtMax = 100_000

/** Returns the latest customer messages in direct chats that may trigger automations, newest first: no ratings, no blocked contacts. */
export const lastMessages = (em: EntityManager, workspace: string, limit: number): Promise<PastOccurrence[]> =>
  sql<PastOccurrence>(
    em,
    `select ${ofChat}, m.id as message, m.body as text, coalesce((m.status_at->>'received')::timestamptz, m.created_at) as at, ${isStart} as "isStart"
     from (select workspace_id, id, chat_id, direction, type, body, content, status_at, created_at from message
       where workspace_id = $1 order by id desc limit ${lookedAtMax}) m
     join chat c on c.workspace_id = m.workspace_id and c.id = m.chat_id
     where m.direction = 'in' and ${isQuestion('m')} and c.type = 'direct'
     order by m.id desc limit $2`,
    [workspace, limit],
  )

/** Returns the most recent resolutions of direct chats, newest first. A chat that was reopened may appear again. */
export const lastResolved = (em: EntityManager, workspace: string, limit: number): Promise<PastOccurrence[]> =>
  sql<PastOccurrence>(
    em,
    `select ${ofChat}, null as message, null as text, r.created_at as at, false as "isStart"
     from (select workspace_id, id, chat_id, change, created_at from chat_change
       where workspace_id = $1 order by id desc limit ${lookedAtMax}) r
     join chat c on c.workspace_id = r.workspace_id and c.id = r.chat_id
     where r.change = 'resolved' and c.type = 'direct' order by r.id desc limit $2`,
    [workspace, limit],
  )
