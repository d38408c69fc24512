import { LockMode } from '@mikro-orm/core'
import type { Verb } from '@posthorn/chassis'
import { fail, type messaging, refuseLimited } from '@posthorn/contracts'
import { withIds } from '../chats/references.ts'
import type { MessagingRuntime } from '../config.ts'
import { View } from '../entities/view.ts'
import { keyOfName } from '../labels/present.ts'
import { presentView } from './present.ts'
import { refuseDuplicate } from './refuse-duplicate.ts'
import { refuseUnknownIn } from './refuse-unknown.ts'
import { viewsSeenBy } from './seen.sql.ts'

/** Changes a view of the team or of the caller. */
export const update: Verb<typeof messaging.views.update, MessagingRuntime> = async ({ ctx, input }) => {
  const { em, call } = ctx
  const lockMode = LockMode.PESSIMISTIC_WRITE
  const seen = { $and: [{ id: input.id }, viewsSeenBy(ctx)] }
  const row = (await em.findOne(View, seen, { lockMode })) ?? fail('view:not_found')
  if (row.owner === '') refuseLimited(call)
  const { name = row.name, sort = row.sort, shared } = input
  const filter = input.filter ? await withIds(em, input.filter) : row.filter
  const key = { id: row.id, nameKey: keyOfName(name), owner: shared ? '' : row.owner }
  if (input.filter) await refuseUnknownIn(ctx, filter)
  await refuseDuplicate(em, key)
  em.assign(row, { ...key, name, sort, version: row.version + 1, updatedAt: new Date() })
  // Assigning would merge the conditions into the previous ones.
  row.filter = filter
  await em.flush()
  return presentView(row)
}
