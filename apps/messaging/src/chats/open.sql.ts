import type { EntityManager } from '@mikro-orm/postgresql'
import { rowType, sql, statement } from '@posthorn/chassis'
import type { ChatRow, LabelView } from '../entities/chat.ts'
import { chatColumns } from '../messages/accept.sql.ts'

export type OpenedChat = Pick<ChatRow, 'workspaceId' | 'id' | 'numberId' | 'recipient' | 'phone' | 'status'> & {
  labels: LabelView[]
}

const openedRow = rowType<OpenedChat>({
  workspace_id: ['text', ({ workspaceId }) => workspaceId],
  id: 'text',
  number_id: ['text', ({ numberId }) => numberId],
  recipient: 'text',
  phone: 'text',
  status: 'text',
  labels: 'jsonb',
  label_ids: ['text[]', ({ labels }) => labels.map(({ id }) => id)],
})

// A no-op update, so that an existing chat is locked and returned.
const open = statement(
  { chat: openedRow },
  ({
    chat,
  }) => `insert into chat (workspace_id, id, number_id, recipient, phone, status, labels, label_ids, last_message_at)
    select workspace_id, id, number_id, recipient, phone, status, labels, label_ids, now() from ${chat.as('c')}
    on conflict (workspace_id, number_id, recipient) do update set version = chat.version
    returning ${chatColumns}, xmax = 0 as created`,
)

/** Opens a chat, or locks the number's existing chat with the recipient. */
export async function openChat(em: EntityManager, chat: OpenedChat): Promise<ChatRow & { created: boolean }> {
  const [row] = await sql<ChatRow & { created: boolean }>(em, open({ chat: [chat] }))
  return row as ChatRow & { created: boolean }
}
