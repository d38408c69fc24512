import type { VerbContext } from '@posthorn/chassis'
import type { messaging, Unfilled } from '@posthorn/contracts'
import type { z } from 'zod'
import { Chat } from '../entities/chat.ts'
import { ConnectedNumber } from '../entities/connected-number.ts'
import type { NotificationRow } from '../entities/notification.ts'

type Answer = Unfilled<z.input<typeof messaging.notifications.list.output>['items'][number]>

const known = <T>(values: (T | null | undefined)[]) => [...new Set(values.flatMap((value) => value ?? []))] as T[]

/** Notifications as answers show them, with the names that chats and numbers have now. */
export async function presentNotifications(
  { em }: Pick<VerbContext, 'em'>,
  rows: NotificationRow[],
): Promise<Answer[]> {
  const chatIds = known(rows.map(({ chatId }) => chatId))
  const numberIds = known(rows.map(({ chatId, numberId }) => (chatId ? null : numberId)))
  const chats =
    chatIds.length > 0 ? await em.find(Chat, { id: { $in: chatIds } }, { fields: ['id', 'name', 'phone'] }) : []
  const numbers = numberIds.length > 0 ? await em.find(ConnectedNumber, { id: { $in: numberIds } }) : []
  const names = new Map([...chats, ...numbers].map(({ id, name, phone }) => [id, name ?? phone ?? null]))
  return rows.map((row) => ({
    id: row.id,
    member: row.memberId,
    kind: row.kind,
    chat: row.chatId ?? null,
    number: row.numberId ?? null,
    name: names.get(row.chatId ?? row.numberId ?? '') ?? null,
    message: row.messageId ?? null,
    note: row.noteId ?? null,
    webhook: row.webhookId ?? null,
    reason: row.reason ?? null,
    by: row.author ?? null,
    createdAt: row.createdAt.toISOString(),
    readAt: row.readAt?.toISOString() ?? null,
  }))
}
