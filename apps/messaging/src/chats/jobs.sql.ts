import type { EntityManager } from '@mikro-orm/postgresql'
import { createRemovalQueue, sql, type Tx } from '@posthorn/chassis'
import type { Assignee, Author, ChatActions, ChatRow, LabelView, MessageRow } from '../entities/chat.ts'
import { chatColumns } from '../messages/accept.sql.ts'
import { chatOrder } from '../messages/lock-order.sql.ts'
import { announceChat, recordChanges } from './change.ts'

export type DueActions = { messageId: string; workspaceId: string; chatId: string; actions: ChatActions }

/** Whether the provider has ever accepted the message, even before a retry. */
const wasSent = ({ statusAt, history }: MessageRow) =>
  [{ statusAt }, ...(history ?? [])].some((life) => life.statusAt.sent !== undefined)

/**
 * Returns the actions that a message's step triggers: those requested with the message when it is first sent; or that its chat is marked as
 * failed, or no longer is, when the message fails, is retried or proves to have been sent.
 */
function actionsOf({ before, after }: { before: MessageRow; after: MessageRow }): ChatActions | undefined {
  if (!wasSent(before) && after.statusAt.sent && after.content?.actions) return after.content.actions
  const failed = after.status === 'failed' || after.status === 'expired'
  if (failed !== (before.status === 'failed' || before.status === 'expired')) return { failed }
  return undefined
}

/** Queues the chat actions of messages that were just sent, failed or retried. Adds them to those already queued for a message. */
export async function queueActions(
  tx: Pick<Tx, 'em' | 'wake'>,
  changes: { before: MessageRow; after: MessageRow }[],
): Promise<void> {
  const byMessage = new Map<string, { row: MessageRow; actions: ChatActions }>()
  for (const change of changes) {
    const actions = actionsOf(change)
    const known = byMessage.get(change.after.id)?.actions
    if (actions) byMessage.set(change.after.id, { row: change.after, actions: { ...known, ...actions } })
  }
  const due = [...byMessage.values()]
  if (due.length === 0) return
  await sql(
    tx.em,
    `insert into chat_action (workspace_id, message_id, chat_id, actions)
     select workspace_id, message_id, chat_id, actions::jsonb
     from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as a (workspace_id, message_id, chat_id, actions)
     on conflict (message_id) do update set actions = chat_action.actions || excluded.actions`,
    [
      due.map(({ row }) => row.workspaceId),
      due.map(({ row }) => row.id),
      due.map(({ row }) => row.chatId),
      due.map(({ actions }) => JSON.stringify(actions)),
    ],
  )
  tx.wake('actions')
}

export const actionQueue = createRemovalQueue<DueActions>({
  table: 'chat_action',
  key: { message_id: 'messageId' },
  columns: 'job.workspace_id as "workspaceId", job.chat_id as "chatId", job.actions',
})

/**
 * A changed label or member whose copies in chats need updating. `shown` is null if the label or member was deleted, or the target label if
 * the label was merged into another. `author` is the one who made the change, if known.
 */
type Refresh = { workspaceId: string; subjectId: string; shown: LabelView | Assignee | null; author: Author | null }

/** Maximum number of chats changed per step. Limits the size of a transaction and its events. */
const refreshStepMax = 500

const entries = `jsonb_array_elements(labels) with ordinality as e (entry, place)`
const relabeledEntries = `(select coalesce(jsonb_agg(case when entry->>'id' = $2 then $3::jsonb else entry end order by place), '[]') from ${entries})`
const remainingEntries = `(select coalesce(jsonb_agg(entry order by place) filter (where entry->>'id' <> $2), '[]') from ${entries})`

const hasReplacement = `label_ids @> array[$3::jsonb->>'id']`

/**
 * How outdated copies are found (`stale`) and updated (`set`), for the label or member `$2` and its new form `$3`. The condition on empty
 * lists of labels makes the partial index usable.
 */
const steps = {
  mergedLabel: {
    stale: `label_ids && array[$2] and label_ids <> '{}'`,
    set: `label_ids = case when ${hasReplacement} then array_remove(label_ids, $2) else array_replace(label_ids, $2, $3::jsonb->>'id') end,
      labels = case when ${hasReplacement} then ${remainingEntries} else ${relabeledEntries} end`,
  },
  label: {
    stale: `label_ids && array[$2] and label_ids <> '{}' and ($3::jsonb is null or not labels @> jsonb_build_array($3::jsonb))`,
    set: `label_ids = case when $3::jsonb is null then array_remove(label_ids, $2) else label_ids end,
      labels = case when $3::jsonb is null then ${remainingEntries} else ${relabeledEntries} end`,
  },
  member: {
    stale: `assignee_id = $2 and assignee is distinct from $3::jsonb`,
    set: `assignee = $3::jsonb, assignee_id = case when $3::jsonb is not null then $2 end`,
  },
}

/** Returns which copies to update: a member's, a changed or deleted label's, or those of a label merged into the one in `shown`. */
function stepOf(subjectId: string, shown: Refresh['shown']): keyof typeof steps {
  if (!subjectId.startsWith('lbl_')) return 'member'
  return shown && shown.id !== subjectId ? 'mergedLabel' : 'label'
}

/**
 * Returns the label that this label was merged into, or null if the target was deleted. The target may have been renamed or merged since.
 * Locks it against changes, so that the chats in this step don't get an outdated copy.
 */
async function lockMergedInto(em: EntityManager, { workspaceId, subjectId }: Refresh): Promise<LabelView | null> {
  for (;;) {
    const [into] = await sql<{ id: string }>(
      em,
      'select id from label where workspace_id = $1 and merged_ids @> array[$2]',
      [workspaceId, subjectId],
    )
    if (!into) return null
    const lock = 'select id, name, color from label where workspace_id = $1 and id = $2 for share'
    const [locked] = await sql<LabelView>(em, lock, [workspaceId, into.id])
    if (locked) return locked
  }
}

/** Updates and returns the next batch of chats with an old copy of a label or member; less than `refreshStepMax` means the last. */
function refreshStep(em: EntityManager, { workspaceId, subjectId, shown }: Refresh): Promise<ChatRow[]> {
  const { stale, set } = steps[stepOf(subjectId, shown)]
  return sql<ChatRow>(
    em,
    `update chat set version = version + 1, updated_at = now(), ${set}
     where workspace_id = $1 and id in
       (select id from chat where workspace_id = $1 and ${stale} order by ${chatOrder} limit ${refreshStepMax} for update)
     returning ${chatColumns}`,
    [workspaceId, subjectId, shown && JSON.stringify(shown)],
  )
}

/** Queues the change, so that the `refresh` loop updates the remaining chats. A newer change of the same thing replaces it. */
async function queueRefresh(em: EntityManager, { workspaceId, subjectId, shown, author }: Refresh): Promise<void> {
  await sql(
    em,
    `insert into chat_refresh (workspace_id, subject_id, shown, author) values ($1, $2, $3::jsonb, $4::jsonb)
     on conflict (workspace_id, subject_id) do update set shown = excluded.shown, author = excluded.author`,
    [workspaceId, subjectId, shown && JSON.stringify(shown), author && JSON.stringify(author)],
  )
}

export const refreshQueue = createRemovalQueue<Refresh>({
  table: 'chat_refresh',
  key: { workspace_id: 'workspaceId', subject_id: 'subjectId' },
  columns: 'job.shown, job.author',
})

/** Updates the copies of a label or member in chats and announces each chat. If there are many chats, the `refresh` loop continues. */
export async function refreshChats(tx: Pick<Tx, 'em' | 'emit' | 'wake'>, refresh: Refresh): Promise<void> {
  const { author, subjectId, workspaceId } = refresh
  // An earlier change that is still queued is outdated. Before locking chats, this waits for a step of it that is in progress.
  await sql(tx.em, 'delete from chat_refresh where workspace_id = $1 and subject_id = $2', [workspaceId, subjectId])
  const isMerged = stepOf(subjectId, refresh.shown) === 'mergedLabel'
  const shown = isMerged ? await lockMergedInto(tx.em, refresh) : refresh.shown
  const gone = subjectId.startsWith('lbl_') ? ('labeled' as const) : ('unassigned' as const)
  const change = shown?.id === subjectId ? ('renamed' as const) : gone
  const chats = await refreshStep(tx.em, { ...refresh, shown })
  const by = author && { by: author }
  recordChanges(
    tx.em,
    chats.map((chat) => ({ chat, change, ...by })),
  )
  for (const chat of chats) announceChat(tx, chat, { change, ...by })
  if (chats.length < refreshStepMax) return
  await queueRefresh(tx.em, refresh)
  tx.wake('refresh')
}
