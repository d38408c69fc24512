import type { Verb } from '@posthorn/chassis'
import { fail, failUnknown, type messaging, newId } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { addLabels, findLabels } from '../labels/labels.ts'
import { loadTargets } from '../messages/targets.sql.ts'
import { lockChat } from './find.ts'
import { openChat } from './open.sql.ts'
import { presentChat } from './present.ts'

/** Opens the chat of a number with a phone without a message; one that is there gets the labels. */
export const create: Verb<typeof messaging.chats.create, MessagingRuntime> = async ({ ctx, input }) => {
  const { em, workspace, call } = ctx
  const targets = await loadTargets(em, [{ workspace, input: { phone: input.phone } }])
  const number = input.number ? targets.number(workspace, input.number) : targets.defaultNumber(workspace)
  if (!number || call.numbers?.every((id) => id !== number.id))
    return input.number ? failUnknown('number:not_found', 'number') : fail('number:none')
  const labels = await findLabels(em, input.labels, 'labels')
  const recipient = targets.recipient(workspace, input.phone)
  const { created, ...row } = await openChat(em, {
    workspaceId: workspace,
    id: newId('chat'),
    numberId: number.id,
    recipient,
    phone: recipient.startsWith('+') ? recipient : null,
    status: input.status,
    labels,
  })
  if (!created) return { ...addLabels(ctx, await lockChat(ctx, row.id), labels), created }
  const chat = presentChat(row)
  ctx.emit({
    kind: 'chat:updated',
    data: { ...chat, change: 'created', by: call.actor },
    aggregate: { id: row.id, version: row.version },
  })
  return { ...chat, created }
}
