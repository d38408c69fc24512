import type { Verb } from '@posthorn/chassis'
import { fail, type messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { Notification } from '../entities/notification.ts'
import { presentNotifications } from './present.ts'
import { visibleNotifications } from './visible.ts'

/** Shows one notification: to a member their own, to a key that of any member. */
export const get: Verb<typeof messaging.notifications.get, MessagingRuntime> = async ({ ctx, input }) => {
  const { actor } = ctx.call
  const own = actor.type === 'member' ? { memberId: actor.id } : {}
  const row = await ctx.em.findOne(Notification, { $and: [{ id: input.id }, own, visibleNotifications(ctx)] })
  const [shown] = row ? await presentNotifications(ctx, [row]) : []
  return shown ?? fail('notification:not_found')
}
