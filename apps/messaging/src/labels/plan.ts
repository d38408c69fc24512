import { fail } from '@posthorn/contracts'
import type { Plan } from '../chats/change.ts'
import type { ChatRow, LabelView } from '../entities/chat.ts'

/** Labels of one chat. */
export const labelsMax = 50

/** Returns what changes about a chat that gets these labels. */
export function planLabels(row: ChatRow, labels: LabelView[]): Plan {
  const ids = labels.map(({ id }) => id)
  if (ids.length === row.labelIds.length && ids.every((id) => row.labelIds.includes(id)))
    return { set: {}, changes: [] }
  if (labels.length > labelsMax) fail('chat:too_many_labels')
  return { set: { labels, labelIds: ids }, changes: ['labeled'] }
}
