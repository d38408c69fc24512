import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type ClosableTx, forWorkspace, settingsOf, type Tx } from '@posthorn/chassis'
import { Fault, sendInput } from '@posthorn/contracts'
import { changeChat, joinPlans, type Plan, planAssignee } from '../chats/change.ts'
import { findByAnyId } from '../chats/chats.sql.ts'
import type { MessagingRuntime } from '../config.ts'
import { type Author, type ChatRow, Message, type RunView } from '../entities/chat.ts'
import { Automation, type AutomationRow, AutomationRun, Label, Member } from '../entities/team.ts'
import { planLabels } from '../labels/labels.sql.ts'
import type { AcceptedMessage } from '../messages/accept.sql.ts'
import { planMessages, storeMessages } from '../messages/acceptance.ts'
import { lockCopies } from '../messages/lock-order.sql.ts'
import {
  type ActionOutcome,
  type Decision,
  decide,
  type People,
  reasonAgainstSending,
  type Situation,
  unmetConditions,
} from './decide.ts'
import { lastQuestionAt, questionOf, storeQuestion } from './ratings.sql.ts'
import { type AutomationJob, candidatesOf, hasOptedOut, lastReplyAt } from './runs.sql.ts'

type Running = { tx: ClosableTx; runtime: MessagingRuntime }

/** A running automation. The automation and the chat are locked. */
type Run = { job: AutomationJob; automation: AutomationRow; chat: ChatRow }

/** Returns the automation as the author of its messages and of its changes to chats. */
const authorOf = ({ id, name }: AutomationRow): Author => ({ type: 'automation', id, name })

/**
 * Runs an automation if its conditions hold. Its effects and its record are committed together; the caller ends the job. Records nothing if
 * the conditions don't hold, or if all that it would do has been done already.
 */
export async function runAutomation(running: Running, job: AutomationJob): Promise<void> {
  const { em } = running.tx
  const run = await lockDueRun(em, job)
  if (!run) return
  const { automation } = run
  const subject = await subjectOf(em, run)
  const settings = (await settingsOf(em, [job.workspaceId]))(job.workspaceId)
  if (unmetConditions(automation, subject, settings).length > 0) return
  const people = await peopleFor(em, automation)
  const labels = await labelsFor(em, automation)
  const decision = withFittingLabels(run.chat, decide(automation, { subject, now: new Date(), people, labels }))
  if (decision.actions.every(({ reason }) => reason !== null && silentReasons.has(reason))) return
  const { planned, actions } = await planMessagesOf(running, run, decision)
  const shown = viewOf(run, { ...decision, actions }, planned)
  if (decision.assignee && people && 'candidates' in people) em.assign(automation, { turn: decision.assignee.id })
  await recordRun(running.tx, run, shown)
  await storeMessages(running.tx, Object.values(planned))
  if (shown.question) await storeQuestion(em, run, shown.question)
}

/** Reasons that aren't recorded, because the intended result already exists. */
const silentReasons = new Set<ActionOutcome['reason']>(['assigned', 'labeled', 'repeated'])

/** Locks the chat, then the automation. Returns null if either is gone or the automation was turned off. */
async function lockRun(em: EntityManager, job: AutomationJob): Promise<Run | null> {
  const workspace = job.workspaceId
  forWorkspace(em, workspace)
  await lockCopies(em, [workspace], 'shared')
  const lockMode = LockMode.PESSIMISTIC_WRITE
  const chat = await findByAnyId({ em, workspace }, job.chatId, lockMode)
  const automation = await em.findOne(Automation, { id: job.automationId }, { lockMode })
  return chat && automation?.enabled ? { job, automation, chat } : null
}

/** Locks like `lockRun`. Also returns null if the automation has another trigger now, or if a chat that triggered it is no longer resolved. */
async function lockDueRun(em: EntityManager, job: AutomationJob): Promise<Run | null> {
  const run = await lockRun(em, job)
  if (!run || run.automation.trigger !== job.trigger) return null
  return job.messageId === null && run.chat.status !== 'resolved' ? null : run
}

/** Reads what the automation's conditions and pauses depend on, as it is now that the chat is locked. */
async function subjectOf(em: EntityManager, { job, automation, chat }: Run): Promise<Situation> {
  const key = { workspace: job.workspaceId, chat: chat.id, automation: automation.id }
  const message = job.messageId && (await em.findOne(Message, { id: job.messageId }))
  return {
    chat,
    text: message ? (message.body ?? null) : null,
    at: new Date(job.at),
    isOptedOut: await hasOptedOut(em, job.workspaceId, chat.recipient),
    lastReplyAt: await lastReplyAt(em, key),
    lastQuestionAt: automation.actions.rating ? await lastQuestionAt(em, chat) : null,
  }
}

/** Returns the people to whom an automation may assign chats, or null if it assigns none. */
export async function peopleFor(
  em: EntityManager,
  { workspaceId: workspace, actions: { assign }, turn }: AutomationRow,
): Promise<People | null> {
  if (!assign) return null
  const { member: id, department, capacity } = assign
  if (department !== undefined)
    return { candidates: await candidatesOf(em, { workspace, department, capacity }), turn: turn ?? null }
  const row = await em.findOne(Member, { id: id ?? '', removed: false, disabled: false })
  return { member: row && { id: row.id, name: row.name, email: row.email } }
}

/** Returns the automation's labels that still exist. */
export async function labelsFor(em: EntityManager, { actions: { labels = [] } }: AutomationRow) {
  if (labels.length === 0) return []
  const rows = await em.find(Label, { id: { $in: labels } })
  return rows.map(({ id, name, color }) => ({ id, name, color }))
}

/** A late reply is useless to a waiting customer. Quiet hours don't apply, because the customer is awake. */
const promptReply = { priority: 'high', expiresIn: 3_600 } as const

type Planned = { reply?: AcceptedMessage; rating?: AcceptedMessage }

type Content = { [action in keyof Planned]?: Record<string, unknown> }

/** Returns the messages' content. Only an answer to a customer is urgent; no one waits after a chat was resolved. */
function contentsOf({ job, automation, chat }: Run, { replies, asks }: Decision): Content {
  const { reply, rating } = automation.actions
  const urgency = job.messageId === null ? {} : promptReply
  return {
    ...(replies && reply && { reply: { message: reply.message, ...urgency } }),
    ...(asks && rating && { rating: questionOf(rating, { run: job.id, closesAt: chat.windowClosesAt as Date }) }),
  }
}

/**
 * Returns the caller of an automation's messages: this service, because an automation has no key. Messages show the automation as their
 * author. The call's expiry is never checked, because it isn't received over the network.
 */
function callerOf({ workspaceId: workspace, id }: AutomationJob, automation: AutomationRow) {
  const actor = { type: 'service', id: 'messaging' } as const
  const call = { workspace, actor, scopes: ['send' as const], requestId: id, expiresAt: 0 }
  return { workspace, call, automation: authorOf(automation) }
}

/** Plans the messages the same way as for API calls. If a message is refused, its action fails. */
async function planMessagesOf(
  { tx, runtime }: Running,
  run: Run,
  decision: Decision,
): Promise<{ planned: Planned; actions: ActionOutcome[] }> {
  const { job, automation, chat } = run
  const contents = Object.entries(contentsOf(run, decision))
  const caller = callerOf(job, automation)
  const calls = contents.map(([, content]) => ({ ...caller, input: sendInput.parse({ chat: chat.id, ...content }) }))
  const results = calls.length > 0 ? await planMessages({ tx, runtime, calls }) : []
  const planned: Planned = {}
  let { actions } = decision
  for (const [i, result] of results.entries()) {
    const kind = contents[i]?.[0] as keyof Planned
    if (result.ok) planned[kind] = result.value
    else if (result.error instanceof Fault) actions = withRefusal(actions, kind, result.error.code)
    else throw result.error
  }
  return { planned, actions }
}

/** Marks an action that was refused as failed, with the reason for the refusal. */
const withRefusal = (
  actions: ActionOutcome[],
  kind: ActionOutcome['action'],
  errorCode: Fault['code'],
): ActionOutcome[] =>
  actions.map((each) => (each.action === kind ? { ...each, status: 'failed', reason: 'refused', errorCode } : each))

/** Leaves out the labels if the chat would have too many. Otherwise the run would fail, and the customer would get no reply. */
function withFittingLabels(chat: ChatRow, decision: Decision): Decision {
  try {
    planLabels(chat, [...chat.labels, ...decision.labels])
    return decision
  } catch (err) {
    if (!(err instanceof Fault)) throw err
    return { ...decision, labels: [], actions: withRefusal(decision.actions, 'label', err.code) }
  }
}

type Effects = Pick<Decision, 'actions' | 'assignee' | 'labels'>

/** Returns a run as the API and the chat's history show it. It failed if any action failed, and is skipped if no action was done. */
function viewOf({ job, automation, chat }: Run, { actions, assignee, labels }: Effects, planned: Planned): RunView {
  const has = (status: ActionOutcome['status']) => actions.some((each) => each.status === status)
  return {
    id: job.id,
    automation: automation.id,
    name: automation.name,
    chat: chat.id,
    message: job.messageId,
    status: has('failed') ? 'failed' : has('done') ? 'done' : 'skipped',
    actions,
    assignee,
    labels,
    reply: planned.reply?.row.id ?? null,
    question: planned.rating?.row.id ?? null,
    createdAt: new Date().toISOString(),
  }
}

/** Changes the chat and records the run in the chat's history and the automation's list of runs. */
async function recordRun(tx: Tx, { automation, chat }: Run, run: RunView): Promise<void> {
  const { em } = tx
  const automated: Plan = { set: {}, changes: ['automated'], run }
  const plans = [
    ...(run.assignee ? [planAssignee(chat, run.assignee)] : []),
    ...(run.labels.length > 0 ? [planLabels(chat, [...chat.labels, ...run.labels])] : []),
  ]
  const actor = authorOf(automation)
  changeChat({ em, emit: tx.emit, call: { actor } }, chat, { ...joinPlans(...plans, automated), run })
  em.create(AutomationRun, {
    workspaceId: chat.workspaceId,
    id: run.id,
    automationId: automation.id,
    chatId: chat.id,
    messageId: run.message,
    replyId: run.reply,
    status: run.status,
    shown: run,
    createdAt: new Date(run.createdAt),
  })
  await em.flush()
}

/** Records a run whose attempts all failed because of an internal error, so that the team sees it. The caller ends the job. */
export async function recordError(tx: Tx, job: AutomationJob): Promise<void> {
  const run = await lockDueRun(tx.em, job)
  if (!run) return
  const { assign, labels, reply, rating } = run.automation.actions
  const wanted = [
    ['assign', assign],
    ['label', labels],
    ['reply', reply],
    ['rating', rating],
  ] as const
  const actions = wanted.flatMap(([action, isWanted]): ActionOutcome[] =>
    isWanted ? [{ action, status: 'failed', reason: 'error', errorCode: null }] : [],
  )
  await recordRun(tx, run, viewOf(run, { actions, assignee: null, labels: [] }, {}))
}

/**
 * Thanks a customer for a rating. Sends nothing if the automation was turned off, the rating is over an hour old, or the customer can't get a
 * message now. Unlike runs, thanks aren't listed.
 */
export async function sendThanks({ tx, runtime }: Running, job: AutomationJob): Promise<void> {
  const run = await lockRun(tx.em, job)
  const message = run?.automation.actions.rating?.thanks
  if (!run || !message) return
  const { automation, chat } = run
  const isOptedOut = await hasOptedOut(tx.em, job.workspaceId, chat.recipient)
  if (reasonAgainstSending({ subject: { isOptedOut, chat, at: new Date(job.at) }, now: new Date() })) return
  const input = sendInput.parse({ chat: chat.id, message, ...promptReply })
  const [planned] = await planMessages({ tx, runtime, calls: [{ ...callerOf(job, automation), input }] })
  if (planned?.ok) await storeMessages(tx, [planned.value])
  else if (planned && !(planned.error instanceof Fault)) throw planned.error
}
