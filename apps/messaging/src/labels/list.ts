import { listPage, type Verb } from '@posthorn/chassis'
import type { messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { Label, type LabelRow } from '../entities/label.ts'
import { presentLabel } from './present.ts'

/** All labels, by name. */
export const list: Verb<typeof messaging.labels.list, MessagingRuntime> = async ({ ctx, input }) => {
  const page = await listPage<LabelRow>(ctx, input, {
    entity: Label,
    list: 'labels',
    order: { column: 'nameKey', direction: 'asc' },
    where: {},
  })
  return { items: page.rows.map(presentLabel), next: page.next }
}
