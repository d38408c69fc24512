import type { EntityManager } from '@mikro-orm/postgresql'
import { rowType, sql, statement } from '@posthorn/chassis'
import type { ChatRow, Rating } from '../entities/chat.ts'
import type { MessageRow } from '../entities/message.ts'

/** Returns the time when any number last asked the customer for a rating. */
export async function lastQuestionTo(
  em: EntityManager,
  { workspace, recipient }: { workspace: string; recipient: string },
): Promise<Date | null> {
  const [last] = await sql<{ at: Date | null }>(
    em,
    `select max(r.asked_at) as at from chat c join rating r on r.workspace_id = c.workspace_id and r.chat_id = c.id
     where c.workspace_id = $1 and c.recipient = $2 and c.number_id in (select id from known_number where workspace_id = $1)`,
    [workspace, recipient],
  )
  return last?.at ? new Date(last.at) : null
}

type Asked = {
  workspace: string
  run: string
  chat: string
  number: string
  message: string
  member: string | null
  answerDays: number
}

const askedRow = rowType<Asked>({
  workspace_id: ['text', ({ workspace }) => workspace],
  id: ['text', ({ run }) => run],
  chat_id: ['text', ({ chat }) => chat],
  number_id: ['text', ({ number }) => number],
  message_id: ['text', ({ message }) => message],
  member_id: ['text', ({ member }) => member],
  days: ['integer', ({ answerDays }) => answerDays],
})

const insert = statement(
  { asked: askedRow },
  ({ asked }) => `insert into rating (workspace_id, id, chat_id, number_id, message_id, member_id, asked_at, expires_at)
    select workspace_id, id, chat_id, number_id, message_id, member_id, now(), now() + make_interval(days => days) from ${asked.as('a')}`,
)

export async function storeAsked(em: EntityManager, asked: Asked): Promise<void> {
  await sql(em, insert({ asked: [asked] }))
}

type Claim = { run: string; row: MessageRow }

const claimRow = rowType<Claim>({
  workspace_id: ['text', ({ row }) => row.workspaceId],
  number_id: ['text', ({ row }) => row.numberId],
  recipient: ['text', ({ row }) => row.recipient],
  id: ['text', ({ row }) => row.id],
  run: 'text',
})

const find = statement(
  { claims: claimRow },
  ({ claims }) => `select g.id from ${claims.as('g')}
    join rating r on r.workspace_id = g.workspace_id and r.id = g.run
    join chat c on c.workspace_id = g.workspace_id and c.id = r.chat_id and c.number_id = g.number_id and c.recipient = g.recipient`,
)

/** Returns, for each answer, whether it belongs to a question in its chat. */
export async function isOfQuestion(em: EntityManager, claims: Claim[]): Promise<boolean[]> {
  const found = await sql<{ id: string }>(em, find({ claims }))
  return claims.map(({ row }) => found.some(({ id }) => id === row.id))
}

/**
 * Stores an answer with its question and its chat, unless it came too late or a newer answer is stored. Returns whether it is the first
 * answer, or null if it was not stored.
 */
export async function storeAnswer(
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
