import type { EntityManager } from '@mikro-orm/postgresql'
import type { Tx } from '@posthorn/chassis'
import { ratingUsual } from '@posthorn/contracts'
import type { TouchedChat } from '../chats/touch.sql.ts'
import type { AutomationRow } from '../entities/automation.ts'
import type { ChatRow } from '../entities/chat.ts'
import type { MessageRow } from '../entities/message.ts'
import { type AutomationJob, queueThanks } from './jobs.sql.ts'
import { isOfQuestion, lastQuestionTo, storeAnswer, storeAsked } from './ratings.sql.ts'

type Question = NonNullable<AutomationRow['actions']['rating']>

const secondsMin = 60
const secondsMax = 36_000

/** Returns the question as a message. It expires when the window closes, because otherwise it could be sent days later. */
export function questionOf(
  { message, options: own, button = ratingUsual.button }: Question,
  { run, closesAt }: { run: string; closesAt: Date },
): Record<string, unknown> {
  const options: readonly string[] = own ?? ratingUsual.options
  const openSeconds = Math.floor((closesAt.getTime() - Date.now()) / 1000)
  const expiresIn = Math.min(Math.max(openSeconds, secondsMin), secondsMax)
  const answers = options.map((text, place) => ({ id: `rating:${run}:${scoreOf(place, options.length)}`, text }))
  if (options.length === 3) return { message, expiresIn, buttons: answers }
  const rows = answers.map(({ id, text: title }) => ({ id, title }))
  return { message, expiresIn, list: { button, sections: [{ rows }] } }
}

/** Returns an option's score: 5 to 1 for five options, or 5, 3 and 1 for three. */
const scoreOf = (place: number, count: number) => 5 - place * (4 / (count - 1))

const answerPattern = /^rating:(run_[0-9a-z]{26}):([1-5])$/

type Answer = { run: string; score: number }

function answerIn({ content }: Pick<MessageRow, 'content'>): Answer | null {
  const [, run, score] = answerPattern.exec(content?.reply?.id ?? '') ?? []
  return run === undefined ? null : { run, score: Number(score) }
}

type Planned = { row: MessageRow; group: unknown }

/** Marks messages that answer a rating question in their chat. */
export async function markRatings<T extends Planned>(em: EntityManager, planned: T[]): Promise<T[]> {
  const answers = planned.flatMap(({ row, group }) => {
    const answer = group || row.content?.blocked ? null : answerIn(row)
    return answer ? [{ ...answer, row }] : []
  })
  if (answers.length === 0) return planned
  const known = await isOfQuestion(em, answers)
  const scores = new Map(answers.flatMap(({ row, score }, i) => (known[i] ? [[row.id, score]] : [])))
  return planned.map((each) => {
    const rating = scores.get(each.row.id)
    return rating === undefined ? each : { ...each, row: { ...each.row, content: { ...each.row.content, rating } } }
  })
}

/** Applies the answer's rating to the chat unless it came too late. Returns whether the rating was applied. */
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

export const lastQuestionAt = (em: EntityManager, { workspaceId: workspace, recipient }: ChatRow) =>
  lastQuestionTo(em, { workspace, recipient })

export async function storeQuestion(
  em: EntityManager,
  { job, automation, chat }: { job: AutomationJob; automation: AutomationRow; chat: ChatRow },
  message: string,
): Promise<void> {
  const { answerDays = ratingUsual.answerDays } = automation.actions.rating ?? {}
  const { workspaceId: workspace, id, numberId: number, assigneeId } = chat
  await storeAsked(em, { workspace, run: job.id, chat: id, number, message, member: assigneeId ?? null, answerDays })
}
