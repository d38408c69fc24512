import { listPage, type Verb } from '@posthorn/chassis'
import type { numbers } from '@posthorn/contracts'
import type { NumbersRuntime } from '../config.ts'
import { UnreadUpdate, type UnreadUpdateRow } from '../entities/unread-update.ts'
import { findNumber } from '../numbers/find.ts'

/** Lists a number's provider updates that weren't fully read, newest first. */
export const list: Verb<typeof numbers.updates.list, NumbersRuntime> = async ({ ctx, input }) => {
  await findNumber(ctx, input.id)
  const { rows, next } = await listPage<UnreadUpdateRow>(ctx, input, {
    entity: UnreadUpdate,
    list: `updates ${input.id}`,
    order: { column: 'id', direction: 'desc' },
    where: { numberId: input.id },
  })
  const items = rows.map(({ id, field, raw, receivedAt }) => ({
    id,
    field,
    raw: (raw ?? null) as never,
    receivedAt: receivedAt.toISOString(),
  }))
  return { items, next }
}
