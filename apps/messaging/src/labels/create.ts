import type { Verb } from '@posthorn/chassis'
import { fail, type messaging, newId } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { Label } from '../entities/label.ts'
import { keyOfName, presentLabel } from './present.ts'

const labelsMax = 500

/** Creates a label. */
export const create: Verb<typeof messaging.labels.create, MessagingRuntime> = async ({ ctx, input }) => {
  const { em, workspace } = ctx
  const nameKey = keyOfName(input.name)
  if (await em.findOne(Label, { nameKey })) fail('label:duplicate')
  if ((await em.count(Label, {})) >= labelsMax) fail('label:too_many')
  const now = new Date()
  const row = em.create(Label, {
    workspaceId: workspace,
    id: newId('lbl'),
    name: input.name,
    nameKey,
    color: input.color,
    description: input.description || null,
    createdAt: now,
    updatedAt: now,
  })
  await em.flush()
  return presentLabel(row)
}
