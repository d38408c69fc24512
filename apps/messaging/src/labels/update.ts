import type { Verb } from '@posthorn/chassis'
import { fail, type messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { Label } from '../entities/label.ts'
import { keyOfName, presentLabel } from './present.ts'
import { showLabel } from './relabel.sql.ts'

/** Changes a label, here and on the chats that have it. */
export const update: Verb<typeof messaging.labels.update, MessagingRuntime> = async ({ ctx, input }) => {
  const { em, workspace } = ctx
  const row = (await em.findOne(Label, { id: input.id })) ?? fail('label:not_found')
  const name = input.name ?? row.name
  const nameKey = keyOfName(name)
  if (nameKey !== row.nameKey && (await em.findOne(Label, { nameKey }))) fail('label:duplicate')
  const description = input.description === undefined ? row.description : input.description || null
  em.assign(row, { name, nameKey, color: input.color ?? row.color, description, updatedAt: new Date() })
  await em.flush()
  await showLabel(em, workspace, { id: row.id, name: row.name, color: row.color })
  return presentLabel(row)
}
