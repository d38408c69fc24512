import { listPage, type Verb } from '@posthorn/chassis'
import type { messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { View, type ViewRow } from '../entities/view.ts'
import { presentView } from './present.ts'

/** Views of the team and of the caller, by name. */
export const list: Verb<typeof messaging.views.list, MessagingRuntime> = async ({ ctx, input }) => {
  const { shared } = input
  const own = ctx.call.actor.id
  const owner = shared === undefined ? { $in: ['', own] } : shared ? '' : own
  const order = { column: 'nameKey', direction: 'asc' } as const
  const page = await listPage<ViewRow>(ctx, input, { entity: View, list: 'views', order, where: { owner } })
  return { items: page.rows.map(presentView), next: page.next }
}
