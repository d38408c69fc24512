import '@mantine/core/styles/Slider.css'

import { Button, Slider } from '@mantine/core'
import type { Message, TimelineItem } from '@posthorn/sdk'
import { useEffect, useRef } from 'react'
import { useKeys } from '../../../keys/bindings.ts'
import { Icon, IconButton } from '../../../parts/icon.tsx'
import { previewOf } from '../../../parts/message.tsx'
import { CopyButton } from '../../../parts/page.tsx'
import { fullMoment, type Key, momentText, say, utcMoment } from '../../../words/words.ts'
import { sayChange } from '../timeline.tsx'
import { isChatChange } from '../timeline-items.ts'
import styles from './history.module.css'
import { isOfChat, isWithoutData, type LogEvent } from './state.ts'

type Tone = 'in' | 'out' | 'failed' | 'note' | 'change' | 'state'

const toneOfMessage: Readonly<Record<string, Tone>> = {
  'message:in': 'in',
  'message:scheduled': 'out',
  'message:failed': 'failed',
  'message:waiting': 'state',
  'message:out': 'out',
  'message:ack': 'state',
}

/** Returns the color of an event's mark on the slider. */
function toneOf({ event, data }: LogEvent): Tone {
  if (data['change'] === 'noted') return 'note'
  return toneOfMessage[event] ?? 'change'
}

type Author = { name: string | null; type: string } | null

/** Returns who caused an event. A program may have no name. */
const authorName = (by: unknown) => (by as Author)?.name ?? say('said.program')

/** Returns in words what an event did, such as who wrote what. A long text is cut. */
function sentenceOfEvent(event: LogEvent, chatId: string): string {
  if (isWithoutData(event)) return say(event.data['erased'] === true ? 'said.erased' : 'said.unreadable')
  if (!event.event.startsWith('message:')) return sentenceOfChat(event, chatId)
  const message = event.data as unknown as Message
  const text = previewOf(message).slice(0, 140)
  const name = message.direction === 'in' ? nameOfCustomer(message) : authorName(message.by)
  const { emoji = '' } = event.data as { emoji?: string }
  return say(keyOf(event), { text, name, emoji })
}

const nameOfCustomer = ({ from, phone }: Message) => from?.name ?? from?.phone ?? phone ?? say('said.customer')

/** Returns the key of a message event's text. Some events cover several changes, which only their data tells apart. */
function keyOf({ event, data }: LogEvent): Key {
  if (event === 'message:ack') return `said.${data['ack'] as 'delivered' | 'read' | 'played'}`
  if (event === 'message:updated')
    return `said.${data['change'] as 'edited' | 'deleted' | 'vote' | 'answered' | 'media'}`
  if (event === 'message:reaction') return data['emoji'] === '' ? 'said.reactionGone' : 'said.reaction'
  if (event === 'message:changed' && data['movedFrom']) return 'said.moved'
  return `said.${event.slice('message:'.length) as 'in' | 'out' | 'failed' | 'waiting' | 'scheduled' | 'changed' | 'canceled'}`
}

/** Returns in words who changed the chat, and how. */
function sentenceOfChat(event: LogEvent, chatId: string): string {
  // The event is about a chat that was merged into this one.
  if (!isOfChat(event, chatId)) return say('did.joined')
  const { by } = event.data as { by: Author }
  return [by === null ? '' : authorName(by), textOfChange(event)].filter(Boolean).join(' · ')
}

const moreChanges = ['created', 'read', 'unread', 'pinned', 'unpinned', 'muted', 'unmuted', 'renamed', 'phone'] as const

/** Returns in words how a chat changed, or the change's name if this version doesn't know it. */
function textOfChange({ data }: LogEvent): string {
  const item = data as unknown as TimelineItem
  const { change, note, labels } = data as {
    change: string
    note: { deleted: boolean } | null
    labels?: { name: string }[]
  }
  if (change === 'labeled')
    return `${say('change.labeled')}: ${labels?.map(({ name }) => name).join(', ') || say('did.noLabels')}`
  if (change === 'noted') return say(note?.deleted ? 'did.noteDeleted' : 'did.noted')
  if (change === 'deleted') return say('did.deleted')
  if (isChatChange(item)) return sayChange(item)
  const other = moreChanges.find((each) => each === change)
  return other ? say(`did.${other}`) : change
}

type Props = {
  events: readonly LogEvent[]
  /** Index of the selected event. */
  place: number
  chatId: string
  onSequence: (sequence: number) => void
  onBack: () => void
}

/** The selected event, what it changed, and the slider for the loaded events, in place of the composer. */
export function Controls({ events, place, chatId, onSequence, onBack }: Props) {
  const box = useRef<HTMLElement>(null)
  const event = events[place]
  const go = (to: number) => {
    const next = events[Math.max(0, Math.min(events.length - 1, to))]
    if (next && next !== event) onSequence(next.sequence)
  }
  useKeys({
    ArrowLeft: () => go(place - 1),
    ArrowRight: () => go(place + 1),
    Home: () => go(0),
    End: () => go(events.length - 1),
    Escape: onBack,
  })
  const hasEvent = event !== undefined
  useEffect(() => {
    if (hasEvent) box.current?.querySelector<HTMLElement>('[role=slider]')?.focus()
  }, [hasEvent])
  return (
    <section ref={box} className={styles.controls} aria-label={say('history.title')}>
      {event && <SelectedEvent event={event} chatId={chatId} />}
      {event && (
        <div className={styles.line}>
          <StepButton isBack name={say('history.before')} isAtEnd={place === 0} onStep={() => go(place - 1)} />
          <EventSlider events={events} place={place} chatId={chatId} onPlace={go} />
          <StepButton name={say('history.after')} isAtEnd={place === events.length - 1} onStep={() => go(place + 1)} />
        </div>
      )}
      <div className={styles.foot}>
        <Button size="compact-sm" leftSection={<Icon name="retry" size={14} />} onClick={onBack}>
          {say('history.backToNow')}
        </Button>
        {event && <CopyButton key={event.sequence} text={linkTo(event.sequence)} name={say('history.copyLink')} />}
        <span className={styles.keys}>{say('history.keys')}</span>
      </div>
    </section>
  )
}

/** The selected event: when it occurred, and what it did. */
function SelectedEvent({ event, chatId }: { event: LogEvent; chatId: string }) {
  const { sequence, occurredAt } = event
  return (
    <div className={styles.stop}>
      <p className={styles.when} title={`${fullMoment(occurredAt)} · ${utcMoment(occurredAt)}`}>
        <Icon name="clock" size={15} />
        <b>{say('history.lookAt', { time: momentText(occurredAt) })}</b>
        <span>{say('history.event', { sequence })}</span>
      </p>
      <p className={styles.said}>{sentenceOfEvent(event, chatId)}</p>
    </div>
  )
}

type StepProps = { isBack?: boolean; name: string; isAtEnd: boolean; onStep: () => void }

/** Button that selects the previous or the next event. Disabled if there is none. */
function StepButton({ isBack, name, isAtEnd, onStep }: StepProps) {
  return (
    <IconButton
      icon="right"
      label={name}
      size="lg"
      className={isBack ? styles.turned : undefined}
      disabled={isAtEnd}
      onClick={onStep}
    />
  )
}

/** Returns the link to the chat as of this event. */
function linkTo(sequence: number): string {
  const url = new URL(location.href)
  url.searchParams.set('at', String(sequence))
  return url.href
}

type SliderProps = { events: readonly LogEvent[]; place: number; chatId: string; onPlace: (place: number) => void }

const width = 1_000
const height = 12
/** The colors in the order in which they are drawn: failures are on top. */
const tones: readonly Tone[] = ['state', 'change', 'note', 'in', 'out', 'failed']

/** Slider for a chat's events. Arrow keys move one step; Home and End jump to the ends. */
function EventSlider({ events, place, chatId, onPlace }: SliderProps) {
  const last = Math.max(1, events.length - 1)
  return (
    <div className={styles.slider}>
      <svg className={styles.marks} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {tones.map((tone) => (
          <path key={tone} data-tone={tone} d={lineOf(events, tone, last)} />
        ))}
      </svg>
      <Slider
        classNames={{ root: styles.range, trackContainer: styles.track }}
        min={0}
        max={last}
        value={place}
        label={null}
        thumbLabel={say('history.events')}
        thumbValueText={(at) => sliderTextOf(events[at], chatId)}
        disabled={events.length < 2}
        onChange={onPlace}
      />
    </div>
  )
}

/** Describes an event for screen readers, as the slider's value. */
function sliderTextOf(event: LogEvent | undefined, chatId: string): string {
  if (event === undefined) return ''
  const { sequence, occurredAt } = event
  return say('history.stop', { sequence, time: fullMoment(occurredAt), text: sentenceOfEvent(event, chatId) })
}

/** Returns an SVG path with a mark for each event of this tone. Changes of a message's status get shorter marks. */
const lineOf = (events: readonly LogEvent[], tone: Tone, lastIndex: number): string =>
  events
    .map((event, i) => {
      const x = Math.round((i / lastIndex) * width)
      return toneOf(event) === tone ? `M${x} ${tone === 'state' ? height / 2 : 0}V${height}` : ''
    })
    .join('')
