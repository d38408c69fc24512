import type { groups } from '@posthorn/contracts'
import type { z } from 'zod'
import type { SubscriberRow } from '../entities/subscriber.ts'

/** A subscriber as answers show it. */
export function presentSubscriber(row: SubscriberRow): z.input<typeof groups.subscribers.add.output>[number] {
  return {
    phone: row.id,
    status: row.subscribed ? 'subscribed' : 'unsubscribed',
    by: row.by,
    optedInAt: row.optedInAt?.toISOString() ?? null,
    optedOutAt: row.optedOutAt?.toISOString() ?? null,
  }
}
