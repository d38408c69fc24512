import type { EntityManager } from '@mikro-orm/postgresql'
import { rowType, sql, statement } from '@posthorn/chassis'
import type { ChatRow } from '../entities/chat.ts'
import type { MessageRow } from '../entities/message.ts'
import { chatColumns } from '../messages/accept.sql.ts'

/** A message that the business sent from the provider's own app, and whom it went to. */
export type Echo = { row: MessageRow; to: { name?: string | undefined; contact?: string | undefined }; raw: unknown }

/** The chat of an echo, with what its number is called. */
export type EchoChat = ChatRow & {
  created: boolean
  read: boolean
  numberPhone: string | null
  numberName: string | null
}

const echoRow = rowType<Echo>({
  workspace_id: ['text', ({ row }) => row.workspaceId],
  id: ['text', ({ row }) => row.id],
  number_id: ['text', ({ row }) => row.numberId],
  chat_id: ['text', ({ row }) => row.chatId],
  recipient: ['text', ({ row }) => row.recipient],
  phone: ['text', ({ row }) => row.phone],
  name: ['text', ({ to }) => to.name],
  contact_id: ['text', ({ to }) => to.contact],
  is_group: ['boolean', ({ row }) => row.groupId !== null],
  type: ['text', ({ row }) => row.type],
  body: ['text', ({ row }) => row.body],
  content: ['jsonb', ({ row }) => row.content],
  quote_id: ['text', ({ row }) => row.quoteId],
  status_at: ['jsonb', ({ row }) => row.statusAt],
  provider_id: ['text', ({ row }) => row.providerId],
  created_at: ['timestamptz', ({ row }) => row.createdAt],
  last_message: [
    'jsonb',
    ({ row: { id, type, body, createdAt } }) => ({ id, direction: 'out', type, message: body, at: createdAt }),
  ],
  raw: ['jsonb', ({ raw }) => raw],
})

const store = statement(
  { echo: echoRow },
  ({ echo }) => `with given as (
    select e.*, g.id as group_id, g.name as group_name from ${echo.as('e')}
    left join known_group g on e.is_group and g.number_id = e.number_id and g.provider_id = e.recipient
  ), touched as (
    insert into chat (workspace_id, id, number_id, recipient, phone, name, contact_id, last_message, last_message_at, last_outbound_at, type, group_id)
    select workspace_id, chat_id, number_id, recipient, phone, coalesce(group_name, name), contact_id, last_message, created_at, created_at,
      case when is_group then 'group' else 'direct' end, group_id
    from given
    on conflict (workspace_id, number_id, recipient) do update set contact_id = coalesce(chat.contact_id, excluded.contact_id),
      last_message = excluded.last_message, last_message_at = excluded.last_message_at, last_outbound_at = excluded.last_outbound_at,
      unread_count = 0, waiting_since = null, failed = false, version = chat.version + 1, updated_at = now()
    returning ${chatColumns}, xmax = 0 as created, coalesce(old.unread_count > 0, false) as read
  ), stored as (
    insert into message (workspace_id, id, number_id, chat_id, direction, recipient, phone, type, body, content, quote_id, status, status_at,
      provider_id, raw, created_at, group_id)
    select g.workspace_id, g.id, g.number_id, t.id, 'out', g.recipient, g.phone, g.type, g.body, g.content, g.quote_id, 'sent', g.status_at,
      g.provider_id, g.raw, g.created_at, g.group_id
    from given g, touched t
  )
  select t.*, n.phone as "numberPhone", n.name as "numberName"
  from touched t left join number_line n on n.workspace_id = t."workspaceId" and n.id = t."numberId"`,
)

/** Stores a message from the provider's own app with the chat that it makes or goes on with. Returns the chat. */
export async function storeEcho(em: EntityManager, echo: Echo): Promise<EchoChat> {
  const [chat] = await sql<EchoChat>(em, store({ echo: [echo] }))
  return chat as EchoChat
}
