import type { EntityManager } from '@mikro-orm/postgresql'
import { rowType, sql, statement, type Tx } from '@posthorn/chassis'
import { expiresInSeconds, ratingUsual } from '@posthorn/contracts'
import type { TouchedChat } from '../chats/touch.sql.ts'
import type { ChatRow, MessageRow, Rating } from '../entities/chat.ts'
import type { AutomationRow } from '../entities/team.ts'
import { type AutomationJob, queueThanks } from './runs.sql.ts'

/**
 * Returns the time when any number last asked the customer for a rating, because the pause between questions applies to the customer. Names
 * the workspace's numbers, because the index on the keys of chats begins with them.
 */
export async function lastQuestionAt(
  em: EntityManager,
  { workspaceId, recipient }: Pick<ChatRow, 'workspaceId' | 'recipient'>,
): Promise<Date | null> {
  const [last] = await sql<{ at: Date | null }>(
    em,
    `select max(r.asked_at) as at from chat c join rating r on r.workspace_id = c.workspace_id and r.chat_id = c.id
     where c.workspace_id = $1 and c.recipient = $2 and c.number_id in (select id from known_number where workspace_id = $1)`,
    [workspaceId, recipient],
  )
  return last?.at ? new Date(last.at) : null
}

/** A message that names the run whose question it answers. */
type ClaimedAnswer = { run: string; row: MessageRow }

const claimedRow = rowType<ClaimedAnswer>({
  workspace_id: ['text', ({ row }) => row.workspaceId],
  number_id: ['text', ({ row }) => row.numberId],
  recipient: ['text', ({ row }) => row.recipient],
  id: ['text', ({ row }) => row.id],
  run: 'text',
})

const findAsked = statement(
  { answers: claimedRow },
  ({ answers }) => `select g.id from ${answers.as('g')}
    join rating r on r.workspace_id = g.workspace_id and r.id = g.run
    join chat c on c.workspace_id = g.workspace_id and c.id = r.chat_id and c.number_id = g.number_id and c.recipient = g.recipient`,
)

/** Returns, for each answer, whether its question was asked in its chat. A tapped option's id proves nothing: callers choose those. */
async function wereAsked(em: EntityManager, answers: ClaimedAnswer[]): Promise<boolean[]> {
  const asked = await sql<{ id: string }>(em, findAsked({ answers }))
  return answers.map(({ row }) => asked.some(({ id }) => id === row.id))
}

/**
 * Stores an answer with its question and its chat, whose version stays, unless it came too late or a newer answer is stored. Returns whether
 * it is the first answer, or null if it was not stored.
 */
async function storeAnswer(
  em: EntityManager,
  { workspaceId, id }: Pick<ChatRow, 'workspaceId' | 'id'>,
  rating: Rating,
): Promise<{ isFirst: boolean } | null> {
  const { run, score, at } = rating
  const [stored] = await sql<{ isFirst: boolean }>(
    em,
    `with taken as (
       update rating set score = $4, rated_at = $5::timestamptz where workspace_id = $1 and chat_id = $2 and id = $3
         and expires_at >= $5::timestamptz and (rated_at is null or rated_at <= $5::timestamptz) returning old.rated_at is null as is_first)
     update chat set rating = $6::jsonb from taken where workspace_id = $1 and id = $2 returning taken.is_first as "isFirst"`,
    [workspaceId, id, run, score, at, JSON.stringify(rating)],
  )
  return stored ?? null
}

/**
 * Returns the question as a message. It expires when the window closes, or after the usual time if that is sooner. Each option's id names
 * the run and the score, so that the answer can be recognized.
 */
export function questionOf(
  { message, options: own, button = ratingUsual.button }: NonNullable<AutomationRow['actions']['rating']>,
  { run, closesAt }: { run: string; closesAt: Date },
): Record<string, unknown> {
  const options: readonly string[] = own ?? ratingUsual.options
  const openSeconds = Math.floor((closesAt.getTime() - Date.now()) / 1000)
  const expiresIn = Math.min(Math.max(openSeconds, expiresInSeconds.min), expiresInSeconds.default)
  const answers = options.map((text, place) => ({ id: `rating:${run}:${scoreOf(place, options.length)}`, text }))
  if (options.length === 3) return { message, expiresIn, buttons: answers }
  const rows = answers.map(({ id, text: title }) => ({ id, title }))
  return { message, expiresIn, list: { button, sections: [{ rows }] } }
}

/** Returns an option's score: 5 to 1 for five options, or 5, 3 and 1 for three. */
const scoreOf = (place: number, count: number) => 5 - place * (4 / (count - 1))

const answerPattern = /^rating:(run_[0-9a-z]{26}):([1-5])$/

/** Returns the run and the score that the id of the tapped option names, or null if the message answers no rating question. */
function answerIn({ content }: Pick<MessageRow, 'content'>): { run: string; score: number } | null {
  const [, run, score] = answerPattern.exec(content?.reply?.id ?? '') ?? []
  return run === undefined ? null : { run, score: Number(score) }
}

type Planned = { row: MessageRow; group: unknown }

/** Marks messages that answer a rating question in their chat. A marked message needs no reply, so it doesn't count as unread. */
export async function markRatings<T extends Planned>(em: EntityManager, planned: T[]): Promise<T[]> {
  const answers = planned.flatMap(({ row, group }) => {
    const answer = group || row.content?.blocked ? null : answerIn(row)
    return answer ? [{ ...answer, row }] : []
  })
  if (answers.length === 0) return planned
  const asked = await wereAsked(em, answers)
  const scores = new Map(answers.flatMap(({ row, score }, i) => (asked[i] ? [[row.id, score]] : [])))
  return planned.map((each) => {
    const rating = scores.get(each.row.id)
    return rating === undefined ? each : { ...each, row: { ...each.row, content: { ...each.row.content, rating } } }
  })
}

/**
 * Applies the rating of a message from `markRatings` to the stored and the given chat, unless its question has expired or a newer answer is
 * stored. The first one gets thanks. Returns whether it was applied; the caller announces it.
 */
export async function takeRating(tx: Tx, row: MessageRow, chat: TouchedChat): Promise<boolean> {
  const answer = row.content?.rating === undefined ? null : answerIn(row)
  if (!answer) return false
  const at = row.statusAt.received ?? row.createdAt.toISOString()
  const rating = { score: answer.score, at, run: answer.run }
  const stored = await storeAnswer(tx.em, chat, rating)
  if (!stored) return false
  chat.rating = rating
  if (stored.isFirst)
    await queueThanks(tx, { workspace: row.workspaceId, chat: chat.id, message: row.id, at, question: answer.run })
  return true
}

/** Stores that the customer was asked for a rating. An answer counts only to a stored question, and only for `answerDays`. */
export async function storeQuestion(
  em: EntityManager,
  { job, automation, chat }: { job: AutomationJob; automation: AutomationRow; chat: ChatRow },
  messageId: string,
): Promise<void> {
  const { answerDays = ratingUsual.answerDays } = automation.actions.rating ?? {}
  await sql(
    em,
    `insert into rating (workspace_id, id, chat_id, number_id, message_id, member_id, asked_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, now(), now() + make_interval(days => $7))`,
    [chat.workspaceId, job.id, chat.id, chat.numberId, messageId, chat.assigneeId ?? null, answerDays],
  )
}
