import { listPage, type Verb } from '@posthorn/chassis'
import type { messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { View, type ViewRow } from '../entities/view.ts'
import { presentView } from './present.ts'
import { viewsSeenBy } from './seen.sql.ts'

/** Views of the team and of the caller, by name. */
export const list: Verb<typeof messaging.views.list, MessagingRuntime> = async ({ ctx, input }) => {
  const { shared } = input
  const owner = shared === undefined ? {} : { owner: shared ? '' : ctx.call.actor.id }
  const order = { column: 'nameKey', direction: 'asc' } as const
  const where = { $and: [viewsSeenBy(ctx), owner] }
  const page = await listPage<ViewRow>(ctx, input, { entity: View, list: 'views', order, where })
  return { items: page.rows.map(presentView), next: page.next }
}
