import { sql, type Tx } from '@posthorn/chassis'
import { idFloor } from '@posthorn/contracts'
import { authorOf, withAnswer } from '../content/amended.ts'
import { countVote, looksLikeVote, readVote } from '../content/poll.ts'
import type { MessageRow } from '../entities/message.ts'
import { announceUpdate, apply, lockMessage } from './amend-message.ts'

/** How long a poll is answered by numbers that do not quote it. */
const pollOpenDays = 7

/** Links what a customer tapped or wrote to the message it answers: a vote is counted, an answer to buttons or a list is noted. */
export async function countAnswer(tx: Tx, answer: MessageRow, traceparent: string | undefined): Promise<void> {
  const reply = answer.content?.reply
  const text = reply?.text ?? answer.body ?? undefined
  const written = answer.type === 'text' && text !== undefined && looksLikeVote(text)
  if (!reply && !written) return
  const id = answer.quoteId ?? (written ? await lastPoll(tx, answer) : null)
  const target = id ? await lockMessage(tx, answer.workspaceId, id) : undefined
  if (!target || target.direction !== 'out') return
  const content = target.content ?? {}
  if (content.poll) {
    const chosen = readVote(content.poll, { id: reply?.id, text: reply ? undefined : text })
    const counted = chosen && countVote(content, authorOf(answer), chosen)
    if (!counted) return
    announceUpdate(tx, await apply(tx, target, { content: counted }), { change: 'vote', traceparent })
  } else if (reply) {
    const at = answer.createdAt.toISOString()
    const noted = { message: answer.id, at, ...(reply.id && { id: reply.id }), ...(text && { text }) }
    announceUpdate(tx, await apply(tx, target, withAnswer(target, noted)), { change: 'answered', traceparent })
  }
}

/** The newest poll we sent to this chat lately. */
async function lastPoll(tx: Tx, answer: MessageRow): Promise<string | null> {
  const since = idFloor('msg', answer.createdAt.getTime() - pollOpenDays * 86_400_000)
  const [row] = await sql<{ id: string }>(
    tx.em,
    `select id from message where workspace_id = $1 and chat_id = $2 and direction = 'out' and type = 'poll' and id > $3
     order by id desc limit 1`,
    [answer.workspaceId, answer.chatId, since],
  )
  return row?.id ?? null
}
