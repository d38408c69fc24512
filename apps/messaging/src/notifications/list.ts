import type { FilterQuery } from '@mikro-orm/core'
import { listPage, type Verb } from '@posthorn/chassis'
import type { messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { Notification, type NotificationRow } from '../entities/notification.ts'
import { presentNotifications } from './present.ts'
import { visibleNotifications } from './visible.ts'
import { whoseNotifications } from './whose.ts'

/** Notifications of a member, newest first. */
export const list: Verb<typeof messaging.notifications.list, MessagingRuntime> = async ({ ctx, input }) => {
  const { unread, kind } = input
  const filters: FilterQuery<NotificationRow>[] = [
    { memberId: await whoseNotifications(ctx, input.member) },
    visibleNotifications(ctx),
    ...(unread === undefined ? [] : [{ readAt: unread ? null : { $ne: null } }]),
    ...(kind === undefined ? [] : [{ kind: { $in: kind } }]),
  ]
  const page = await listPage<NotificationRow>(ctx, input, {
    entity: Notification,
    list: 'notifications',
    order: { column: 'id', direction: 'desc' },
    where: { $and: filters },
    ids: 'ntf',
  })
  return { items: await presentNotifications(ctx, page.rows), next: page.next }
}
