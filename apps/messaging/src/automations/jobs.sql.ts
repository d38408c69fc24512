import type { EntityManager } from '@mikro-orm/postgresql'
import { createLockedQueue, rowType, sql, statement, type Tx } from '@posthorn/chassis'
import { newId } from '@posthorn/contracts'

/** A run that is due. Its record has the same id. */
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

export const automationQueue = createLockedQueue<AutomationJob>({
  table: 'automation_job',
  key: { id: 'id' },
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

/** Queues a thank-you message for a rating, if the automation that asked for the rating has a text for it. */
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

export async function retryLater(em: EntityManager, { id }: AutomationJob, pauseMs: number): Promise<void> {
  const later = 'now() + make_interval(secs => $2::float8 / 1000)'
  await sql(em, `update automation_job set attempts = attempts + 1, run_at = ${later} where id = $1`, [id, pauseMs])
}
