import { foldedText, pauseHoursUsual, ratingUsual, spacedText, type WorkspaceSettings } from '@posthorn/contracts'
import { isWithinHours } from '../chats/overdue.ts'
import type { Assignee, ChatRow, LabelView, RunView } from '../entities/chat.ts'
import type { AutomationRow } from '../entities/team.ts'

/**
 * What an automation's conditions and pauses are checked against. `text` and `at` are those of the message that triggered it; after a chat
 * was resolved, `text` is null. `lastQuestionAt` is when the customer was last asked for a rating.
 */
export type Situation = {
  chat: Pick<ChatRow, 'numberId' | 'labelIds' | 'assigneeId' | 'windowClosesAt'>
  text: string | null
  at: Date
  isOptedOut: boolean
  lastReplyAt: Date | null
  lastQuestionAt: Date | null
}

export type ActionOutcome = RunView['actions'][number]

/** Effects of an automation in a chat. `replies` means that it sends its text; `asks` means that it asks for a rating. */
export type Decision = {
  actions: ActionOutcome[]
  assignee: Assignee | null
  labels: LabelView[]
  replies: boolean
  asks: boolean
}

type Condition = keyof AutomationRow['conditions']

/** Returns the conditions of an automation that don't hold; it runs if there are none. A condition that isn't set holds. */
export function unmetConditions(
  { conditions }: Pick<AutomationRow, 'conditions'>,
  { chat, text, at, isOptedOut }: Situation,
  settings: Pick<WorkspaceSettings, 'hours' | 'timeZone'>,
): Condition[] {
  const { number, label, labelExclude, words, hours, optedOut } = conditions
  const has = (labels: string[]) => labels.some((id) => chat.labelIds.includes(id))
  const holds: Record<Condition, boolean> = {
    number: !number || number.includes(chat.numberId),
    label: !label || has(label),
    labelExclude: !labelExclude || !has(labelExclude),
    words: !words || saysWords(text ?? '', words),
    hours: !hours || isWithinHours(settings, at) === (hours === 'open'),
    optedOut: optedOut === undefined || optedOut === isOptedOut,
  }
  return (Object.keys(holds) as Condition[]).filter((condition) => !holds[condition])
}

/** Whether a text contains one of these words or phrases. Matches only whole words. */
export function saysWords(text: string, words: readonly string[]): boolean {
  const normalized = ` ${wordsIn(text)} `
  return words.some((phrase) => normalized.includes(` ${wordsIn(phrase)} `))
}

/** Normalizes a text to words separated by single spaces. A symbol counts as a word, as does a character of a script without spaces. */
function wordsIn(text: string): string {
  const spaced = spacedText(foldedText(text)).replace(/\p{S}/gu, ' $& ')
  return spaced.replace(/[^\p{L}\p{N}\p{M}\p{S}]+/gu, ' ').trim()
}

export type Candidate = Assignee & { open: number }

/** Members to whom the automation may assign a chat. Null if the named member is disabled, or if the member or department no longer exists. */
export type People = { member: Assignee | null } | { candidates: Candidate[] | null; turn: string | null }

/** What a decision is based on. `labels` are the labels to add that still exist. */
type Facts = { subject: Situation; now: Date; people: People | null; labels: LabelView[] }

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Maximum age of the message or resolution that is responded to. A later response would surprise the customer. */
const lateMs = hourMs

/** Decides what an automation does in a chat that meets its conditions. Each action that it skips gets a reason, which its run shows. */
export function decide({ actions }: Pick<AutomationRow, 'actions'>, facts: Facts): Decision {
  const { subject, labels: wanted } = facts
  const assigned = actions.assign && facts.people ? chooseAssignee(actions.assign, facts.people, subject) : null
  const labels = wanted.filter(({ id }) => !subject.chat.labelIds.includes(id))
  const { pauseHours = pauseHoursUsual } = actions.reply ?? {}
  const { pauseDays = ratingUsual.pauseDays } = actions.rating ?? {}
  const replyReason = actions.reply && reasonAgainstRepeating(facts, subject.lastReplyAt, pauseHours * hourMs)
  const ratingReason = actions.rating && reasonAgainstRepeating(facts, subject.lastQuestionAt, pauseDays * dayMs)
  return {
    actions: [
      ...(assigned ? [outcome('assign', 'reason' in assigned ? assigned.reason : null)] : []),
      ...(actions.labels
        ? [outcome('label', wanted.length === 0 ? 'label_missing' : labels.length === 0 ? 'labeled' : null)]
        : []),
      ...(actions.reply ? [outcome('reply', replyReason ?? null)] : []),
      ...(actions.rating ? [outcome('rating', ratingReason ?? null)] : []),
    ],
    assignee: assigned && 'assignee' in assigned ? assigned.assignee : null,
    labels,
    replies: replyReason === null,
    asks: ratingReason === null,
  }
}

type Reason = ActionOutcome['reason']

function outcome(action: ActionOutcome['action'], reason: Reason): ActionOutcome {
  return { action, status: reason === null ? 'done' : 'skipped', reason, errorCode: null }
}

/** Returns whom to assign the chat to, or the reason for assigning no one, such as that someone is assigned already. */
function chooseAssignee(
  { capacity }: NonNullable<AutomationRow['actions']['assign']>,
  people: People,
  { chat }: Situation,
): { assignee: Assignee } | { reason: Reason } {
  if (chat.assigneeId) return { reason: 'assigned' }
  if ('member' in people) return people.member ? { assignee: people.member } : { reason: 'member_missing' }
  if (!people.candidates) return { reason: 'department_missing' }
  const chosen = nextInTurn(people.candidates, { turn: people.turn, capacity })
  return chosen ? { assignee: chosen } : { reason: 'no_capacity' }
}

/** Members take turns by id: returns the first with free capacity after the one who got the last chat. Returns null if there is none. */
function nextInTurn(
  candidates: Candidate[],
  { turn, capacity = Number.POSITIVE_INFINITY }: { turn: string | null; capacity: number | undefined },
): Assignee | null {
  const inOrder = candidates.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const after = inOrder.filter(({ id }) => turn === null || id > turn)
  const chosen = [...after, ...inOrder].find(({ open }) => open < capacity)
  return chosen ? { id: chosen.id, name: chosen.name, email: chosen.email } : null
}

/** Returns the reason not to respond to a customer now, or null if there is none. */
export function reasonAgainstSending({
  subject: { isOptedOut, chat, at },
  now,
}: {
  subject: Pick<Situation, 'isOptedOut' | 'at'> & { chat: Pick<Situation['chat'], 'windowClosesAt'> }
  now: Date
}): Reason {
  if (isOptedOut) return 'opted_out'
  if (now.getTime() - at.getTime() > lateMs) return 'late'
  return !chat.windowClosesAt || chat.windowClosesAt <= now ? 'window_closed' : null
}

/** Returns the reason not to send again now what was last sent at `lastAt`, if ever; null if there is none. */
function reasonAgainstRepeating(facts: Facts, lastAt: Date | null, pauseMs: number): Reason {
  const reason = reasonAgainstSending(facts)
  return reason ?? (lastAt && facts.now.getTime() - lastAt.getTime() < pauseMs ? 'repeated' : null)
}
