import type { EntityManager } from '@mikro-orm/postgresql'
import { fail } from '@posthorn/contracts'
import { View, type ViewRow } from '../entities/view.ts'

/** Refuses a name that another view of the same owner has. */
export async function refuseDuplicate(
  em: EntityManager,
  { id, nameKey, owner }: Pick<ViewRow, 'id' | 'nameKey' | 'owner'>,
): Promise<void> {
  if ((await em.count(View, { id: { $ne: id }, nameKey, owner })) === 0) return
  fail('view:duplicate', { errors: [{ path: 'name', code: 'view:duplicate', message: 'is taken by another view' }] })
}
