import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import {
  eachApart,
  faultPoint,
  forWorkspace,
  inTransaction,
  isUnavailable,
  longWaitsOf,
  runTogether,
  sql,
  type Tx,
  type Worker,
} from '@posthorn/chassis'
import { recordError, runAutomation, sendThanks } from '../automations/run.ts'
import { type AutomationJob, automationQueue, retryLater, thanksTrigger } from '../automations/runs.sql.ts'
import { announceChat, changeChat, joinPlans, planAssignee, planFields, recordChanges } from '../chats/change.ts'
import { actionQueue, type DueActions, refreshChats, refreshQueue } from '../chats/jobs.sql.ts'
import type { MessagingRuntime } from '../config.ts'
import { type Author, Chat, type ChatRow, Message } from '../entities/chat.ts'
import { Member } from '../entities/team.ts'
import { chatColumns } from '../messages/accept.sql.ts'
import { lockChatsOf, lockCopies } from '../messages/lock-order.sql.ts'
import { openRanges, recordSome, unrecordedWorkspaces } from '../statistics/recorded-answers.sql.ts'

const pollMs = 5_000
const stepMax = 200

/** Ends due snoozes and announces each chat. */
export const wake: Worker<MessagingRuntime> = {
  name: 'wake',
  pollMs,
  run: (runtime) =>
    inTransaction(runtime, async (tx) => {
      const chats = await endSnoozes(tx.em, stepMax)
      const change = 'woken' as const
      for (const chat of chats) announceChat(tx, chat, { change, ...(chat.snoozedBy && { snoozedBy: chat.snoozedBy }) })
      recordChanges(
        tx.em,
        chats.map((chat) => ({ chat, change })),
      )
      return { worked: chats.length }
    }),
}

type WokenChat = ChatRow & { snoozedBy: Author | null }

/** Ends up to `max` snoozes that are due. */
function endSnoozes(em: EntityManager, max: number): Promise<WokenChat[]> {
  return sql<WokenChat>(
    em,
    `update chat set snooze = null, snoozed_until = null, version = version + 1, updated_at = now()
     where (workspace_id, id) in (
       select workspace_id, id from chat where snoozed_until <= now() order by snoozed_until limit $1 for update skip locked)
     returning ${chatColumns}, old.snooze->'by' as "snoozedBy"`,
    [max],
  )
}

const batchSizeMax = 50

/** Applies the chat actions of sent, failed and retried messages. Separate from sending, whose transaction must not wait for chats. */
export const actions: Worker<MessagingRuntime> = {
  name: 'actions',
  pollMs,
  run: (runtime) =>
    runTogether(runtime, actionQueue, {
      limit: batchSizeMax,
      async work(tx, taken) {
        const assigning = taken.flatMap(({ workspaceId, actions: { assignee } }) => (assignee ? workspaceId : []))
        await lockCopies(tx.em, assigning, 'shared')
        await lockChatsOf(
          tx.em,
          taken.map(({ workspaceId: workspace, messageId: id }) => ({ workspace, id })),
        )
        for (const due of taken) await applyActions(tx, due)
      },
    }),
}

/** Updates the copies of labels and members on chats when a change affects too many chats to update them all at once. */
export const refresh: Worker<MessagingRuntime> = {
  name: 'refresh',
  pollMs: 10_000,
  run: (runtime) =>
    runTogether(runtime, refreshQueue, { limit: 1, work: async (tx, [next]) => next && refreshChats(tx, next) }),
}

/**
 * Applies a message's actions to its chat, in their requester's name, and marks or unmarks it as failed. Does nothing to a removed chat;
 * assigns no removed member.
 */
async function applyActions(
  tx: Tx,
  { workspaceId: workspace, chatId, messageId, actions: actionsToApply }: DueActions,
): Promise<void> {
  const em = forWorkspace(tx.em, workspace)
  const row = await em.findOne(Chat, { id: chatId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!row) return
  const { by, assignee, failed, ...fields } = actionsToApply
  if (failed !== undefined) await markFailed(em, row, { messageId, failed })
  if (!by) return
  const member = assignee && (await em.findOne(Member, { id: assignee.member, removed: false }))
  const assigned =
    assignee === null || member
      ? [planAssignee(row, member ? { id: member.id, name: member.name, email: member.email } : null)]
      : []
  changeChat({ em, emit: tx.emit, call: { actor: by } }, row, joinPlans(planFields(row, fields, by), ...assigned))
}

/** Sets or clears the mark that the chat's last message failed, unless a newer message has since been sent in the chat. */
async function markFailed(
  em: EntityManager,
  row: ChatRow,
  { messageId, failed }: { messageId: string; failed: boolean },
): Promise<void> {
  const message = await em.findOne(Message, { id: messageId })
  const isNewest = message && (row.lastOutboundAt?.getTime() ?? 0) <= message.createdAt.getTime()
  if (isNewest && row.failed !== failed) em.assign(row, { failed, version: row.version + 1, updatedAt: new Date() })
}

const attemptsMax = 4
const pauseMsMin = 500

export const longAutomationWaits = longWaitsOf({
  table: 'automation_job',
  column: 'run_at',
  secondsMax: (pauseMsMin * 2 ** attemptsMax) / 1_000,
})

/** Runs automations, each in a transaction that also ends its job. A failed run is retried later, so that it doesn't delay others. */
export const automations: Worker<MessagingRuntime> = {
  name: 'automations',
  pollMs: 5_000,
  run: async (runtime) => {
    let taken: AutomationJob | undefined
    try {
      await inTransaction(runtime, async (tx) => {
        taken = (await automationQueue.take(tx.em, 1))[0]
        if (!taken) return
        const act = taken.trigger === thanksTrigger ? sendThanks : runAutomation
        await act({ tx, runtime }, taken)
        await automationQueue.end(tx.em, taken)
        faultPoint('job.written', 'automations')
      })
    } catch (err) {
      if (!taken || isUnavailable(err)) throw err
      await afterFailure(runtime, taken, err)
    }
    if (taken) return { worked: 1 }
    const nextInMs = await automationQueue.nextInMs(runtime.db.em())
    // A run that is due but can't be taken waits for another process.
    return { worked: 0, ...(nextInMs === null ? {} : { nextInMs: nextInMs === 0 ? pauseMsMin : nextInMs }) }
  },
}

/**
 * Retries a failed run with increasing delays. After the last attempt, records the run as failed. If even that fails, such as while its chat
 * is locked, postpones the run, because the workspace's other runs wait behind it.
 */
async function afterFailure(runtime: MessagingRuntime, job: AutomationJob, err: unknown): Promise<void> {
  const attempts = job.attempts + 1
  runtime.log.error({ automation: job.automationId, run: job.id, attempts, err }, 'automation.failed')
  const retry = () => retryLater(runtime.db.em(), job, pauseMsMin * 2 ** Math.min(attempts, attemptsMax))
  if (attempts < attemptsMax) return retry()
  try {
    await inTransaction(runtime, async (tx) => {
      await recordError(tx, job)
      await automationQueue.end(tx.em, job)
    })
  } catch (failed) {
    if (isUnavailable(failed)) throw failed
    await retry()
  }
}

const workspacesMax = 20

/** Records answer statistics by hour: hours that ended, hours that changed, and earlier hours. */
export const answers: Worker<MessagingRuntime> = {
  name: 'answers',
  // Reads all workspaces. Reports count unrecorded hours themselves.
  pollMs: 60_000,
  run: async (runtime, signal) => {
    const workspaces = await inTransaction(runtime, async ({ em }) => {
      await openRanges(em)
      return unrecordedWorkspaces(em, workspacesMax)
    })
    let worked = 0
    await eachApart(workspaces, async (workspace) => {
      if (signal.aborted) return
      const record = () => inTransaction(runtime, ({ em }) => recordSome(em, workspace))
      if (await runtime.db.withScope({ workspaces: [workspace], sameEachTime: true }, record)) worked += 1
    })
    return { worked }
  },
}
