import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Verb } from '@posthorn/chassis'
import { failUnknown, type messaging } from '@posthorn/contracts'
import { refreshChats } from '../chats/refresh.sql.ts'
import type { MessagingRuntime } from '../config.ts'
import { Automation } from '../entities/automation.ts'
import { Label, View } from '../entities/chat.ts'
import { presentLabel } from './labels.ts'

type Merge = { into: string; from: string }

/** Replaces a label with another one, wherever it is used. */
export const merge: Verb<typeof messaging.labels.merge, MessagingRuntime> = async ({ ctx, input }) => {
  const { em, workspace: workspaceId } = ctx
  // Locked in a fixed order, so that two merges of the same pair don't deadlock.
  const locked = await em.find(
    Label,
    { id: { $in: [input.into, input.from] } },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
  )
  const labelAt = (path: keyof Merge) =>
    locked.find(({ id }) => id === input[path]) ?? failUnknown('label:not_found', path)
  const into = labelAt('into')
  const from = labelAt('from')
  em.assign(into, { mergedIds: [...into.mergedIds, ...from.mergedIds, from.id], updatedAt: new Date() })
  em.remove(from)
  await replaceInViews(em, input)
  await em.flush()
  const shown = { id: into.id, name: into.name, color: into.color }
  await refreshChats(ctx, { workspaceId, subjectId: from.id, shown, author: ctx.call.actor })
  // Uses the same lock order as automation runs: the chat before the automation.
  await replaceInAutomations(em, input)
  await em.flush()
  return presentLabel(into)
}

type Conditions = { label?: string[] | undefined; labelExclude?: string[] | undefined }

const names = ({ label = [], labelExclude = [] }: Conditions, id: string) => [...label, ...labelExclude].includes(id)

const replaced = (ids: string[], { into, from }: Merge) => [...new Set(ids.map((id) => (id === from ? into : id)))]

function replacedIn<T extends Conditions>(conditions: T, labels: Merge): T {
  const { label, labelExclude } = conditions
  return {
    ...conditions,
    ...(label && { label: replaced(label, labels) }),
    ...(labelExclude && { labelExclude: replaced(labelExclude, labels) }),
  }
}

const locking = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } } as const

async function replaceInViews(em: EntityManager, labels: Merge): Promise<void> {
  for (const view of await em.find(View, {}, locking)) {
    if (!names(view.filter, labels.from)) continue
    em.assign(view, { version: view.version + 1, updatedAt: new Date() })
    // `assign` would merge the conditions into the previous ones.
    view.filter = replacedIn(view.filter, labels)
  }
}

async function replaceInAutomations(em: EntityManager, labels: Merge): Promise<void> {
  for (const automation of await em.find(Automation, {}, locking)) {
    const { conditions, actions } = automation
    if (!names(conditions, labels.from) && !actions.labels?.includes(labels.from)) continue
    em.assign(automation, { version: automation.version + 1, updatedAt: new Date() })
    automation.conditions = replacedIn(conditions, labels)
    automation.actions = { ...actions, ...(actions.labels && { labels: replaced(actions.labels, labels) }) }
  }
}
