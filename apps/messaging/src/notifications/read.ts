import type { Verb } from '@posthorn/chassis'
import { fail, type Id, type messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { Notification } from '../entities/notification.ts'
import { visibleNotifications } from './visible.ts'
import { whoseNotifications } from './whose.ts'

/** Marks notifications of a member as read, and lets their other browsers know. */
export const read: Verb<typeof messaging.notifications.read, MessagingRuntime> = async ({ ctx, input }) => {
  const { actor, scopes } = ctx.call
  if (actor.type === 'key' && !scopes.includes('send'))
    fail('scope:missing', { message: 'To mark notifications of a member as read, a key needs the scope send.' })
  const member = await whoseNotifications(ctx, input.member)
  const chosen = input.ids ? { id: { $in: input.ids } } : {}
  const unread = { $and: [{ memberId: member, readAt: null }, chosen, visibleNotifications(ctx)] }
  const count = await ctx.em.nativeUpdate(Notification, unread, { readAt: new Date() })
  if (count > 0) {
    const members = [member as Id<'mem'>]
    ctx.emit({ kind: 'member:notified', data: { members }, aggregate: { id: member, version: 1 } })
  }
  return { read: count }
}
