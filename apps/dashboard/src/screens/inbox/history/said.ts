import type { AutomationRun } from '@posthorn/sdk'
import type { Message } from '../../../api/kinds.ts'
import { outcomeOf } from '../../../parts/outcome.ts'
import { previewOf } from '../../../parts/preview.ts'
import { fullMoment } from '../../../words/moments.ts'
import { type Key, say } from '../../../words/say.ts'
import { isErased, isOfChat, type LogEvent } from './log-event.ts'

export type Tone = 'in' | 'out' | 'failed' | 'note' | 'change' | 'state'

const toneOfMessage: Readonly<Record<string, Tone>> = {
  'message:in': 'in',
  'message:scheduled': 'out',
  'message:failed': 'failed',
  'message:waiting': 'state',
  'message:out': 'out',
  'message:ack': 'state',
}

export function toneOf({ event, data }: LogEvent): Tone {
  if (data['change'] === 'noted') return 'note'
  return toneOfMessage[event] ?? 'change'
}

type Author = { name: string | null; type: string } | null

const nameOf = (by: unknown) => (by as Author)?.name ?? say('said.program')

export function sentenceOf(event: LogEvent, chat: string): string {
  if (isErased(event)) return say('said.erased')
  if (!event.event.startsWith('message:')) return sentenceOfChat(event, chat)
  const message = event.data as unknown as Message
  const text = previewOf(message).slice(0, 140)
  const name = message.direction === 'in' ? nameOfCustomer(message) : nameOf(message.by)
  const { emoji = '' } = event.data as { emoji?: string }
  return say(keyOf(event), { text, name, emoji })
}

const nameOfCustomer = ({ from, phone }: Message) => from?.name ?? from?.phone ?? phone ?? say('said.customer')

function keyOf({ event, data }: LogEvent): Key {
  if (event === 'message:ack') return `said.${data['ack'] as 'delivered' | 'read' | 'played'}`
  if (event === 'message:updated')
    return `said.${data['change'] as 'edited' | 'deleted' | 'vote' | 'answered' | 'media'}`
  if (event === 'message:reaction') return data['emoji'] === '' ? 'said.reactionGone' : 'said.reaction'
  if (event === 'message:changed' && data['movedFrom']) return 'said.moved'
  return `said.${event.slice('message:'.length) as 'in' | 'out' | 'failed' | 'waiting' | 'scheduled' | 'changed' | 'canceled'}`
}

function sentenceOfChat(event: LogEvent, chat: string): string {
  if (!isOfChat(event, chat)) return say('did.joined')
  const { by } = event.data as { by: Author }
  return [by === null ? '' : nameOf(by), textOfChange(event)].filter(Boolean).join(' · ')
}

const inTimeline = ['unassigned', 'resolved', 'reopened', 'pending', 'archived', 'unsnoozed', 'woken'] as const
const others = ['created', 'read', 'unread', 'pinned', 'unpinned', 'muted', 'unmuted', 'renamed', 'phone'] as const

function textOfChange({ data }: LogEvent): string {
  const { change, assignee, snooze, note, labels, rating, run } = data as {
    rating?: { score: number } | null
    run?: AutomationRun | null
    change: string
    assignee?: { name: string } | null
    snooze?: { until: string | null } | null
    note: { deleted: boolean } | null
    labels?: { name: string }[]
  }
  if (change === 'assigned') return say('change.assigned', { name: assignee?.name ?? '' })
  if (change === 'snoozed' && snooze?.until) return say('change.snoozedUntil', { time: fullMoment(snooze.until) })
  if (change === 'snoozed') return say('change.snoozed')
  if (change === 'labeled')
    return `${say('change.labeled')}: ${labels?.map(({ name }) => name).join(', ') || say('did.noLabels')}`
  if (change === 'rated') return say('change.rated', { score: rating?.score ?? '' })
  if (change === 'automated' && run) return outcomeOf(run)
  if (change === 'noted') return say(note?.deleted ? 'did.noteDeleted' : 'did.noted')
  if (change === 'deleted') return say('did.deleted')
  const listed = inTimeline.find((each) => each === change)
  if (listed) return say(`change.${listed}`)
  const other = others.find((each) => each === change)
  return other ? say(`did.${other}`) : change
}
