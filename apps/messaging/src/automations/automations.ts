import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { listPage, settingsOf, type Verb } from '@posthorn/chassis'
import {
  fail,
  failField,
  failUnknown,
  keyOfName,
  type messaging,
  newId,
  type OutputOf,
  refuseUnknown,
  type Unfilled,
} from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { ConnectedNumber } from '../entities/chat.ts'
import {
  Automation,
  type AutomationRow,
  AutomationRun,
  type AutomationRunRow,
  Department,
  Member,
} from '../entities/team.ts'
import { findLabels } from '../labels/labels.sql.ts'
import { lockCopies } from '../messages/lock-order.sql.ts'
import { type Decision, decide, type People, type Situation, unmetConditions } from './decide.ts'
import { labelsFor, peopleFor } from './run.ts'
import { lastMessages, lastResolved, type PastOccurrence } from './runs.sql.ts'

const presentAutomation = (row: AutomationRow): Unfilled<OutputOf<typeof messaging.automations.update>> => ({
  id: row.id,
  name: row.name,
  enabled: row.enabled,
  trigger: row.trigger,
  conditions: row.conditions,
  actions: row.actions,
  by: row.author,
  version: row.version,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

const findAutomation = async (em: EntityManager, id: string): Promise<AutomationRow> =>
  (await em.findOne(Automation, { id })) ?? fail('automation:not_found')

/** Refuses a taken name, because runs and chats show only an automation's name. */
async function refuseDuplicate(em: EntityManager, { id, nameKey }: Pick<AutomationRow, 'id' | 'nameKey'>) {
  if ((await em.count(Automation, { id: { $ne: id }, nameKey })) === 0) return
  const message = 'is taken by another automation'
  fail('automation:duplicate', { errors: [{ path: 'name', code: 'automation:duplicate', message }] })
}

type Conditions = AutomationRow['conditions']
type Actions = AutomationRow['actions']

type LabelsGiven = { given: string[]; before: string[] | undefined }

/** Returns ids of labels. Keeps those named `before`, or an automation whose label was deleted could no longer be edited. */
async function labelIdsOf(em: EntityManager, { given, before = [] }: LabelsGiven, path: string): Promise<string[]> {
  const kept = given.filter((each) => before.includes(each))
  const found = await findLabels(em, given, path, kept)
  return [...new Set([...found.map(({ id }) => id), ...kept])]
}

/** Returns conditions with labels resolved to ids. Refuses numbers and labels that don't exist in the workspace. `before`: the stored ones. */
async function checkedConditions(
  em: EntityManager,
  conditions: Conditions,
  before: Conditions = {},
): Promise<Conditions> {
  const { number = [] } = conditions
  const known = number.length === 0 ? [] : await em.find(ConnectedNumber, { id: { $in: number } })
  refuseUnknown(
    'number:not_found',
    number.flatMap((id, i) => (known.some((row) => row.id === id) ? [] : [`conditions.number.${i}`])),
  )
  const withLabelIds = async (name: 'label' | 'labelExclude') =>
    conditions[name] && {
      [name]: await labelIdsOf(em, { given: conditions[name], before: before[name] }, `conditions.${name}`),
    }
  return { ...conditions, ...(await withLabelIds('label')), ...(await withLabelIds('labelExclude')) }
}

/** Returns actions with labels resolved to ids. Refuses members, departments and labels that don't exist. `before`: the stored ones. */
async function checkedActions(em: EntityManager, actions: Actions, before: Actions = {}): Promise<Actions> {
  const { member, department } = actions.assign ?? {}
  if (member !== undefined && (await em.count(Member, { id: member, removed: false })) === 0)
    failUnknown('member:not_found', 'actions.assign.member')
  if (department !== undefined && (await em.count(Department, { id: department, removed: false })) === 0)
    failUnknown('department:not_found', 'actions.assign.department')
  if (!actions.labels) return actions
  const labels = { given: actions.labels, before: before.labels }
  return { ...actions, labels: await labelIdsOf(em, labels, 'actions.labels') }
}

/** Refuses a rating without the trigger `chat_resolved`, because customers rate a conversation after it ends. */
function checkRating(trigger: AutomationRow['trigger'], { rating }: Actions): void {
  if (rating && trigger !== 'chat_resolved') failField('actions.rating', 'needs the trigger chat_resolved')
}

/** Each message can queue a run of every automation. */
const automationsMax = 100

export const create: Verb<typeof messaging.automations.create, MessagingRuntime> = async ({ ctx, input }) => {
  const { em, workspace } = ctx
  const { name, enabled, trigger } = input
  checkRating(trigger, input.actions)
  await lockCopies(em, [workspace], 'shared')
  const key = { id: newId('atm'), nameKey: keyOfName(name) }
  await refuseDuplicate(em, key)
  if ((await em.count(Automation, {})) >= automationsMax) fail('automation:too_many')
  const conditions = await checkedConditions(em, input.conditions)
  const actions = await checkedActions(em, input.actions)
  const now = new Date()
  const own = { ...key, name, enabled, trigger, conditions, actions, author: ctx.call.actor, version: 1 }
  const row = em.create(Automation, { workspaceId: workspace, ...own, createdAt: now, updatedAt: now })
  await em.flush()
  return presentAutomation(row)
}

export const get: Verb<typeof messaging.automations.get, MessagingRuntime> = async ({ ctx, input }) =>
  presentAutomation(await findAutomation(ctx.em, input.id))

export const list: Verb<typeof messaging.automations.list, MessagingRuntime> = async ({ ctx, input }) => {
  const page = await listPage<AutomationRow>(ctx, input, {
    entity: Automation,
    list: 'automations',
    order: { column: 'id', direction: 'asc' },
    where: {},
    ids: 'atm',
  })
  return { items: page.rows.map(presentAutomation), next: page.next }
}

/** Changes the given fields. Locks the automation, as runs in progress do, so that no run acts on outdated conditions. */
export const update: Verb<typeof messaging.automations.update, MessagingRuntime> = async ({ ctx, input }) => {
  const { em } = ctx
  await lockCopies(em, [ctx.workspace], 'shared')
  const lockMode = LockMode.PESSIMISTIC_WRITE
  const row = (await em.findOne(Automation, { id: input.id }, { lockMode })) ?? fail('automation:not_found')
  const { name = row.name, enabled = row.enabled, trigger = row.trigger } = input
  checkRating(trigger, input.actions ?? row.actions)
  const key = { id: row.id, nameKey: keyOfName(name) }
  await refuseDuplicate(em, key)
  const conditions = input.conditions ? await checkedConditions(em, input.conditions, row.conditions) : row.conditions
  const actions = input.actions ? await checkedActions(em, input.actions, row.actions) : row.actions
  const changed = { ...key, name, enabled, trigger, conditions, actions }
  em.assign(row, { ...changed, version: row.version + 1, updatedAt: new Date() })
  await em.flush()
  return presentAutomation(row)
}

/** Deletes an automation. Its runs stay listed, and in the history of their chats. */
export const remove: Verb<typeof messaging.automations.remove, MessagingRuntime> = async ({ ctx, input }) => {
  if ((await ctx.em.nativeDelete(Automation, { id: input.id })) === 0) fail('automation:not_found')
  return { id: input.id, deleted: true }
}

/** Lists what the automation did, even if it was deleted. Shows the chat that each run's chat has been merged into since, if any. */
export const runs: Verb<typeof messaging.automations.runs, MessagingRuntime> = async ({ ctx, input }) => {
  const automationId = input.id
  if (!(await ctx.em.findOne(AutomationRun, { automationId }))) await findAutomation(ctx.em, automationId)
  const page = await listPage<AutomationRunRow>(ctx, input, {
    entity: AutomationRun,
    list: `runs ${automationId}`,
    order: { column: 'id', direction: 'desc' },
    where: { $and: [{ automationId }, ...(input.status ? [{ status: { $in: input.status } }] : [])] },
    ids: 'run',
  })
  return { items: page.rows.map(({ shown, chatId }) => ({ ...shown, chat: chatId })), next: page.next }
}

type Tried = Unfilled<OutputOf<typeof messaging.automations.tryOut>>[number]

const noEffect: Decision = { actions: [], assignee: null, labels: [], replies: false, asks: false }

/**
 * Tries the automation on past messages in order, or on resolved chats if those trigger it, as if each run counted and no real one did, in
 * chats as they are now. Returns the newest first, and stores nothing.
 */
export const tryOut: Verb<typeof messaging.automations.tryOut, MessagingRuntime> = async ({ ctx, input }) => {
  const { em, workspace } = ctx
  const automation = await findAutomation(em, input.id)
  const occurrences = await (automation.trigger === 'chat_resolved' ? lastResolved : lastMessages)(
    em,
    workspace,
    input.last,
  )
  const settings = (await settingsOf(em, [workspace]))(workspace)
  const labels = await labelsFor(em, automation)
  const trial = createTrial(await peopleFor(em, automation))
  const tried = occurrences.toReversed().map((occurrence): Tried => {
    const subject = trial.subjectOf(occurrence)
    const isTriggerUnmet = automation.trigger === 'conversation_started' && !occurrence.isStart
    const unmet = [...(isTriggerUnmet ? ['trigger' as const] : []), ...unmetConditions(automation, subject, settings)]
    const facts = { subject, now: subject.at, people: trial.people, labels }
    const decision = unmet.length > 0 ? noEffect : decide(automation, facts)
    trial.apply(occurrence, decision)
    const { chat, name, message, text, at } = occurrence
    const { actions, assignee, labels: added } = decision
    return { chat, name, message, text, at: new Date(at).toISOString(), unmet, actions, assignee, labels: added }
  })
  return tried.toReversed()
}

/** Tracks what earlier runs in a trial would have changed, so that later ones are decided as if it had happened. Takes occurrences oldest first. */
function createTrial(people: People | null) {
  const assigned = new Map<string, string>()
  const labeled = new Map<string, string[]>()
  const replied = new Map<string, Date>()
  const asked = new Map<string, Date>()
  return {
    people,
    subjectOf(occurrence: PastOccurrence): Situation {
      const { chat: id, numberId, windowClosesAt } = occurrence
      const chat = {
        numberId,
        labelIds: [...occurrence.labelIds, ...(labeled.get(id) ?? [])],
        assigneeId: assigned.get(id) ?? occurrence.assigneeId,
        windowClosesAt: windowClosesAt && new Date(windowClosesAt),
      }
      const { text, optedOut: isOptedOut } = occurrence
      const last = { lastReplyAt: replied.get(id) ?? null, lastQuestionAt: asked.get(occurrence.recipient) ?? null }
      return { chat, text, at: new Date(occurrence.at), isOptedOut, ...last }
    },
    apply({ chat, recipient, at }: PastOccurrence, { assignee, labels, replies, asks }: Decision): void {
      if (labels.length > 0) labeled.set(chat, [...(labeled.get(chat) ?? []), ...labels.map(({ id }) => id)])
      if (replies) replied.set(chat, new Date(at))
      if (asks) asked.set(recipient, new Date(at))
      if (!assignee) return
      assigned.set(chat, assignee.id)
      if (!people || !('candidates' in people)) return
      people.turn = assignee.id
      const chosen = people.candidates?.find(({ id }) => id === assignee.id)
      if (chosen) chosen.open += 1
    },
  }
}
