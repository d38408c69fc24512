import { on, sql, type Tx } from '@posthorn/chassis'
import { type BusEvent, type ErrorCode, isErrorCode } from '@posthorn/contracts'
import { queueActions } from '../chats/actions.sql.ts'
import type { MessagingRuntime } from '../config.ts'
import { type Advance, advance, announce, type Move, storedError } from '../messages/advance.ts'
import { lockMessages, saveStatuses } from '../messages/rows.sql.ts'

type PostEvent = BusEvent<'channel:posted' | 'post:refused'>

/** Moves a message to a channel along with its post: it counts as sent once the post has reached someone. */
export const messageFromPost = on<'channel:posted' | 'post:refused', MessagingRuntime>(
  ['channel:posted', 'post:refused'],
  async ({ tx, events }) => {
    const messages = await messagesOf(tx, events)
    const rows = new Map((await lockMessages(tx.em, [...messages.values()])).map((row) => [row.id, row]))
    const moves: Move[] = []
    for (const event of events) {
      const before = rows.get(messages.get(event)?.id ?? '')
      const after = before && advance(before, outcomeOf(event))
      if (!before || !after) continue
      announce(tx, { before, after, traceparent: event.traceparent })
      rows.set(after.id, after)
      moves.push({ before, after })
    }
    await saveStatuses(
      tx.em,
      moves.map(({ after }) => after),
    )
    await queueActions(tx, moves)
  },
)

function outcomeOf(event: PostEvent): Advance {
  const at = event.occurredAt
  const failed = (code: ErrorCode): Advance => ({ event: 'failed', at, error: storedError(code) })
  if ('errorCode' in event.data) {
    const { errorCode } = event.data
    return failed(isErrorCode(errorCode) ? errorCode : 'post:undelivered')
  }
  const { status, counts } = event.data
  if (counts.sent + counts.delivered + counts.read > 0) return { event: 'accepted', at }
  return failed(status === 'stopped' ? 'post:stopped' : 'post:undelivered')
}

const postOf = ({ data }: PostEvent) => ('post' in data ? data.post : data.id)

/** The messages that these posts came from. Most posts didn't come from one. */
async function messagesOf(tx: Tx, events: PostEvent[]): Promise<Map<PostEvent, { workspace: string; id: string }>> {
  const rows = await sql<{ workspace_id: string; post_id: string; message_id: string }>(
    tx.em,
    `select p.* from unnest($1::text[], $2::text[]) as told (workspace_id, post_id) join channel_post p using (workspace_id, post_id)`,
    [events.map(({ workspace }) => workspace), events.map(postOf)],
  )
  const found = new Map<PostEvent, { workspace: string; id: string }>()
  for (const event of events) {
    const row = rows.find(({ workspace_id, post_id }) => workspace_id === event.workspace && post_id === postOf(event))
    if (row) found.set(event, { workspace: row.workspace_id, id: row.message_id })
  }
  return found
}
