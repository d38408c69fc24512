import type { EntityManager } from '@mikro-orm/postgresql'
import { newId } from '@posthorn/contracts'
import {
  type Author,
  type Change,
  type ChangeDetail,
  ChatChange,
  type ChatRow,
  type RunView,
} from '../entities/chat.ts'

/** Changes shown in a chat's timeline. Those that only sort a reader's inbox aren't. */
const recorded: ReadonlySet<Change> = new Set([
  'reopened',
  'pending',
  'resolved',
  'archived',
  'muted',
  'unmuted',
  'snoozed',
  'unsnoozed',
  'woken',
  'assigned',
  'unassigned',
  'labeled',
  'automated',
])

export type MadeChange = { chat: ChatRow; change: Change; by?: Author; run?: RunView }

function detailOf({ chat, change, run }: MadeChange): ChangeDetail | null {
  if (change === 'automated') return run ? { run } : null
  if (change === 'assigned' || change === 'unassigned') return { assignee: chat.assignee ?? null }
  return change === 'snoozed' ? { snooze: chat.snooze ?? null } : null
}

export function recordChanges(em: EntityManager, made: MadeChange[]): void {
  for (const each of made) {
    const { chat, change, by } = each
    if (!recorded.has(change)) continue
    em.create(ChatChange, {
      workspaceId: chat.workspaceId,
      id: newId('chg'),
      chatId: chat.id,
      change,
      author: by ?? null,
      detail: detailOf(each),
      createdAt: new Date(),
    })
  }
}
