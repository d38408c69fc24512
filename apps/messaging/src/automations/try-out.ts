import { settingsOf, type Verb } from '@posthorn/chassis'
import type { messaging, OutputOf, Unfilled } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { findAutomation } from './automations.ts'
import { type Decision, decide, type People, type Situation, unmetConditions } from './decide.ts'
import { lastMessages, lastResolved, type Past } from './facts.sql.ts'
import { labelsFor, peopleFor } from './run.ts'

type Tried = Unfilled<OutputOf<typeof messaging.automations.tryOut>>[number]

const nothing: Decision = { actions: [], assignee: null, labels: [], replies: false, asks: false }

/** Tries out the automation on past messages in order, as if each run had taken effect. Stores nothing. */
export const tryOut: Verb<typeof messaging.automations.tryOut, MessagingRuntime> = async ({ ctx, input }) => {
  const { em, workspace } = ctx
  const automation = await findAutomation(em, input.id)
  const past = await (automation.trigger === 'chat_resolved' ? lastResolved : lastMessages)(em, workspace, input.last)
  const settings = (await settingsOf(em, [workspace]))(workspace)
  const labels = await labelsFor(em, automation)
  const rehearsal = createRehearsal(await peopleFor(em, automation))
  const tried = past.toReversed().map((each): Tried => {
    const subject = rehearsal.subjectOf(each)
    const isOther = automation.trigger === 'conversation_started' && !each.isStart
    const unmet = [...(isOther ? ['trigger' as const] : []), ...unmetConditions(automation, subject, settings)]
    const known = { subject, now: subject.at, people: rehearsal.people, labels }
    const decision = unmet.length > 0 ? nothing : decide(automation, known)
    rehearsal.take(each, decision)
    return present(each, unmet, decision)
  })
  return tried.toReversed()
}

function present(each: Past, unmet: Tried['unmet'], { actions, assignee, labels }: Decision): Tried {
  const { chat, name, message, text, at } = each
  return { chat, name, message, text, at: new Date(at).toISOString(), unmet, actions, assignee, labels }
}

/** Tracks what earlier runs in a trial would have changed. */
function createRehearsal(people: People | null) {
  const assigned = new Map<string, string>()
  const labeled = new Map<string, string[]>()
  const replied = new Map<string, Date>()
  const asked = new Map<string, Date>()
  return {
    people,
    subjectOf(each: Past): Situation {
      const { chat: id, numberId, windowClosesAt } = each
      const chat = {
        numberId,
        labelIds: [...each.labelIds, ...(labeled.get(id) ?? [])],
        assigneeId: assigned.get(id) ?? each.assigneeId,
        windowClosesAt: windowClosesAt && new Date(windowClosesAt),
      }
      const { text, optedOut: isOptedOut } = each
      const last = { lastReplyAt: replied.get(id) ?? null, lastQuestionAt: asked.get(each.recipient) ?? null }
      return { chat, text, at: new Date(each.at), isOptedOut, ...last }
    },
    take({ chat, recipient, at }: Past, { assignee, labels, replies, asks }: Decision): void {
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
