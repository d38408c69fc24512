import { on, type Tx } from '@posthorn/chassis'
import { queueRuns } from '../automations/runs.sql.ts'
import type { MessagingRuntime } from '../config.ts'
import { concerningKinds, concernsOf } from '../notifications/notifications.ts'
import { type StoredNotification, storeNotifications } from '../notifications/store.sql.ts'

/** Queues the automations triggered by resolving a chat. Changes made by automations don't trigger any. */
export const automationFromResolved = on<'chat:updated', MessagingRuntime>(
  'chat:updated',
  async ({ tx, events }) => {
    for (const { workspace, data, occurredAt: at } of events)
      await queueRuns(tx, { workspace, chat: data.id, message: null, triggers: ['chat_resolved'], at })
  },
  ({ data: { change, type, by } }) => change === 'resolved' && type === 'direct' && by?.type !== 'automation',
)

/** Notifies members of events that concern them. Other events aren't even recorded as received. */
export const notificationFromEvent = on<(typeof concerningKinds)[number], MessagingRuntime>(
  [...concerningKinds],
  async ({ tx, events }) => {
    const stored = await storeNotifications(tx.em, events.flatMap(concernsOf))
    for (const [workspace, rows] of Map.groupBy(stored, (row) => row.workspace)) {
      const members = [...new Set(rows.map(({ member }) => member))]
      const aggregate = { id: members[0] as string, version: 1 }
      tx.emit({ kind: 'member:notified', workspace, data: { members }, aggregate })
    }
    for (const each of stored) alertDevices(tx, each)
  },
  (event) => concernsOf(event).length > 0,
)

/** Alerts the member's devices to an assigned chat or a mention, where others wait for this member. Other kinds are only listed. */
function alertDevices(tx: Tx, { workspace, member, kind, chat, number }: StoredNotification): void {
  if ((kind !== 'assigned' && kind !== 'mention') || chat === null || number === null) return
  const data = { member, kind, chat, number, message: null }
  tx.emit({ kind: 'member:alerted', workspace, data, aggregate: { id: member, version: 1 } })
}
