import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import { idFloor } from '@posthorn/contracts'
import type { MessageRow } from '../entities/message.ts'

/** Days in which a poll takes answers by number that do not quote it. */
const pollOpenDays = 7

/** The newest poll we sent to this chat lately. */
export async function lastPoll(em: EntityManager, answer: MessageRow): Promise<string | null> {
  const since = idFloor('msg', answer.createdAt.getTime() - pollOpenDays * 86_400_000)
  const [row] = await sql<{ id: string }>(
    em,
    `select id from message where workspace_id = $1 and chat_id = $2 and direction = 'out' and type = 'poll' and id > $3
     order by id desc limit 1`,
    [answer.workspaceId, answer.chatId, since],
  )
  return row?.id ?? null
}
