import type { FilterQuery } from '@mikro-orm/core'
import type { VerbContext } from '@posthorn/chassis'
import { type Scope, webhooks } from '@posthorn/contracts'
import type { NotificationRow } from '../entities/notification.ts'

/** Notifications that a caller may see: of webhooks, where they may manage them. Numbers are limited by the entity. */
export function visibleNotifications({ call }: Pick<VerbContext, 'call'>): FilterQuery<NotificationRow> {
  const needed = webhooks.webhooks.update.scope as Scope
  return call.scopes.includes(needed) ? {} : { kind: { $ne: 'webhook' } }
}
