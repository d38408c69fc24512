import type { Verb } from '@posthorn/chassis'
import { fail, type messaging } from '@posthorn/contracts'
import { refreshChats } from '../chats/refresh.ts'
import type { MessagingRuntime } from '../config.ts'
import { Label } from '../entities/label.ts'
import { keyOfName, presentLabel } from './present.ts'

/** Changes a label, here and on the chats that have it. */
export const update: Verb<typeof messaging.labels.update, MessagingRuntime> = async ({ ctx, input }) => {
  const { em } = ctx
  const row = (await em.findOne(Label, { id: input.id })) ?? fail('label:not_found')
  const name = input.name ?? row.name
  const nameKey = keyOfName(name)
  if (nameKey !== row.nameKey && (await em.findOne(Label, { nameKey }))) fail('label:duplicate')
  const description = input.description === undefined ? row.description : input.description || null
  em.assign(row, { name, nameKey, color: input.color ?? row.color, description, updatedAt: new Date() })
  await em.flush()
  const shown = { id: row.id, name: row.name, color: row.color }
  await refreshChats(ctx, { workspaceId: ctx.workspace, subjectId: row.id, shown, author: ctx.call.actor })
  return presentLabel(row)
}
