import type { Verb } from '@posthorn/chassis'
import { fail, type messaging, newId } from '@posthorn/contracts'
import { withIds } from '../chats/references.ts'
import type { MessagingRuntime } from '../config.ts'
import { View } from '../entities/view.ts'
import { keyOfName } from '../labels/present.ts'
import { presentView } from './present.ts'
import { refuseDuplicate } from './refuse-duplicate.ts'
import { refuseUnknownIn } from './refuse-unknown.ts'

const viewsMax = 500

/** Saves a view, of the team or of the caller. */
export const create: Verb<typeof messaging.views.create, MessagingRuntime> = async ({ ctx, input }) => {
  const { em, workspace, call } = ctx
  const { name, shared, sort } = input
  const filter = await withIds(em, input.filter)
  const key = { id: newId('view'), nameKey: keyOfName(name), owner: shared ? '' : call.actor.id }
  await refuseUnknownIn(ctx, filter)
  await refuseDuplicate(em, key)
  if ((await em.count(View, {})) >= viewsMax) fail('view:too_many')
  const now = new Date()
  const own = { ...key, name, filter, sort, author: call.actor }
  const row = em.create(View, { workspaceId: workspace, ...own, version: 1, createdAt: now, updatedAt: now })
  await em.flush()
  return presentView(row)
}
