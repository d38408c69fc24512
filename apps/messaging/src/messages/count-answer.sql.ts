import type { EntityManager } from '@mikro-orm/postgresql'
import { sql, type Tx } from '@posthorn/chassis'
import { identifiersOf, idFloor } from '@posthorn/contracts'
import { addAnswer } from '../content/incoming.ts'
import { countVote, looksLikeVote, readVote, type Voter } from '../content/poll.ts'
import type { MessageRow, StoredContent } from '../entities/message.ts'
import { personTest } from '../people/identifiers.sql.ts'
import { announceUpdate, applyAmendment, lockMessage } from './amend.ts'

/** Links a customer's answer to its message: counts a vote, or records the answer to buttons or a list. */
export async function countAnswer(tx: Tx, answer: MessageRow, traceparent: string | undefined): Promise<void> {
  const reply = answer.content?.reply
  const text = reply?.text ?? answer.body ?? undefined
  const written = answer.type === 'text' && text !== undefined && looksLikeVote(text)
  const quotes = answer.type === 'text' && Boolean(answer.quoteId)
  if (!reply && !written && !quotes) return
  const id = answer.quoteId ?? (written ? await lastPoll(tx.em, answer) : null)
  const target = id ? await lockMessage(tx, answer.workspaceId, id) : undefined
  if (!target || target.direction !== 'out' || target.content?.deletedAt) return
  const at = answer.statusAt.received ?? answer.createdAt.toISOString()
  const content = target.content ?? {}
  if (content.poll) {
    const chosen = readVote(content.poll, { id: reply?.id, text })
    const counted = chosen && countVote(content, await voterOf(tx, answer, content), { chosen, at })
    if (!counted) return
    await announceUpdate(tx, await applyAmendment(tx, target, { content: counted }), { change: 'vote', traceparent })
  } else if (reply) {
    const noted = { message: answer.id, at, ...(reply.id && { id: reply.id }), ...(text && { text }) }
    await announceUpdate(tx, await applyAmendment(tx, target, addAnswer(target, noted)), {
      change: 'answered',
      traceparent,
    })
  }
}

/** Returns the voter, with a function that recognizes votes made under another identifier. */
async function voterOf({ em }: Tx, answer: MessageRow, content: StoredContent): Promise<Voter> {
  const { workspaceId, sender, recipient } = answer
  const named = (value: string) => (value.startsWith('+') ? { phone: value } : { userId: value })
  const person = sender ?? named(recipient)
  const key = identifiersOf(person)[0]?.value ?? recipient
  const isSame = await personTest(em, workspaceId, [person, ...Object.keys(content.votes ?? {}).map(named)])
  return { key, isSame: (other) => isSame(person, named(other)) }
}

/** Number of days for which a poll accepts numbers as answers even if they don't quote it. */
const pollOpenDays = 7

async function lastPoll(em: EntityManager, answer: MessageRow): Promise<string | null> {
  const since = idFloor('msg', answer.createdAt.getTime() - pollOpenDays * 86_400_000)
  const [row] = await sql<{ id: string }>(
    em,
    `select id from message where workspace_id = $1 and chat_id = $2 and direction = 'out' and type = 'poll' and id > $3
     order by id desc limit 1`,
    [answer.workspaceId, answer.chatId, since],
  )
  return row?.id ?? null
}
