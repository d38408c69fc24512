import { failUnknown, refuseUnknown } from '@posthorn/contracts'
import { refuseSnoozeInPast } from '../chats/chats.ts'
import type { StorableContent } from '../content/accept.ts'
import type { ChatRow, LabelView } from '../entities/chat.ts'
import type { StoredContent } from '../entities/message.ts'
import type { Call } from './destination.ts'
import { memberKey, type Targets } from './targets.sql.ts'

type Controls = Pick<StoredContent, 'typing' | 'actions' | 'optedOut' | 'quoteProviderId'>

/** Returns the controls stored with the content: the typing indicator, which is shown only in direct chats, and the actions on the chat. */
export function controlsOf(call: Call, targets: Targets, type: ChatRow['type']): Controls {
  const { typing, actions } = call.input
  return {
    ...(typing !== undefined && type === 'direct' ? { typing } : {}),
    ...(actions && Object.keys(actions).length > 0 ? { actions: actionsOf(call, targets) } : {}),
  }
}

function actionsOf({ input, workspace, call }: Call, targets: Targets): NonNullable<Controls['actions']> {
  const { assignee, ...fields } = input.actions ?? {}
  refuseSnoozeInPast(fields.snooze, 'actions.')
  const by = call.actor
  if (assignee === undefined) return { ...fields, by }
  if (assignee === null) return { ...fields, assignee, by }
  const member = targets.member(workspace, memberKey(assignee) ?? '')
  if (member) return { ...fields, assignee: { member: member.id as `mem_${string}` }, by }
  const path = `actions.assignee.${assignee.member === undefined ? 'email' : 'member'}`
  return failUnknown('member:not_found', path)
}

export function addControls(accepted: StorableContent, controls: Controls): StorableContent {
  return Object.keys(controls).length === 0 ? accepted : { ...accepted, content: { ...accepted.content, ...controls } }
}

/** Returns the labels that a call adds to its chat, without duplicates. The error for an unknown label contains its path. */
export function labelsOf({ input, workspace }: Call, targets: Targets): LabelView[] {
  const labels = new Map<string, LabelView>()
  const unknown = (input.labels ?? []).flatMap((named, i) => {
    const label = targets.label(workspace, named)
    if (!label) return [`labels.${i}`]
    labels.set(label.id, { id: label.id, name: label.name, color: label.color })
    return []
  })
  refuseUnknown('label:not_found', unknown)
  return [...labels.values()]
}
