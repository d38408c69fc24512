import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useKeys } from '../../../keys/bindings.ts'
import { CopyButton } from '../../../parts/code.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { IconButton } from '../../../parts/icon-button.tsx'
import { clockTime, fullMoment, isSameDay, utcMoment } from '../../../words/moments.ts'
import { say } from '../../../words/say.ts'
import styles from './history.module.css'
import type { LogEvent } from './log-event.ts'
import { sentenceOf, type Tone, toneOf } from './said.ts'

type Props = {
  events: readonly LogEvent[]
  place: number
  chat: string
  onSequence: (sequence: number) => void
  onBack: () => void
}

/** The selected event, what it changed, and the slider for all events, in place of the composer. */
export function Controls({ events, place, chat, onSequence, onBack }: Props) {
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
    if (hasEvent) box.current?.querySelector('input')?.focus()
  }, [hasEvent])
  return (
    <section ref={box} className={styles.controls} aria-label={say('history.title')}>
      {event && <Stop event={event} chat={chat} />}
      {event && (
        <div className={styles.line}>
          <Step isBack name={say('history.before')} isOver={place === 0} onStep={() => go(place - 1)} />
          <Slider events={events} place={place} chat={chat} onPlace={go} onEscape={onBack} />
          <Step name={say('history.after')} isOver={place === events.length - 1} onStep={() => go(place + 1)} />
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

function Stop({ event, chat }: { event: LogEvent; chat: string }) {
  const { sequence, occurredAt } = event
  return (
    <div className={styles.stop}>
      <p className={styles.when} title={`${fullMoment(occurredAt)} · ${utcMoment(occurredAt)}`}>
        <Icon name="clock" size={15} />
        <b>{say('history.lookAt', { time: shortTime(occurredAt) })}</b>
        <span>{say('history.event', { sequence })}</span>
      </p>
      <p className={styles.said}>{sentenceOf(event, chat)}</p>
    </div>
  )
}

/** Returns the time for events from today, otherwise the date and time. */
function shortTime(at: string): string {
  return isSameDay(at, new Date().toISOString()) ? clockTime(at) : fullMoment(at)
}

type StepProps = { isBack?: boolean; name: string; isOver: boolean; onStep: () => void }

function Step({ isBack, name, isOver, onStep }: StepProps) {
  return (
    <IconButton
      icon="right"
      label={name}
      size="lg"
      className={isBack ? styles.turned : undefined}
      disabled={isOver}
      onClick={onStep}
    />
  )
}

function linkTo(sequence: number): string {
  const url = new URL(location.href)
  url.searchParams.set('at', String(sequence))
  return url.href
}

type SliderProps = {
  events: readonly LogEvent[]
  place: number
  chat: string
  onPlace: (place: number) => void
  onEscape: () => void
}

const width = 1_000
const height = 12
const tones: readonly Tone[] = ['state', 'change', 'note', 'in', 'out', 'failed']

/** Slider for a chat's events. Arrow keys move one step; Home and End jump to the ends. */
function Slider({ events, place, chat, onPlace, onEscape }: SliderProps) {
  const event = events[place]
  const last = Math.max(1, events.length - 1)
  return (
    <div className={styles.slider}>
      <svg className={styles.marks} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {tones.map((tone) => (
          <path key={tone} data-tone={tone} d={lineOf(events, tone, last)} />
        ))}
      </svg>
      <input
        type="range"
        className={styles.range}
        aria-label={say('history.events')}
        min={0}
        max={events.length - 1}
        step={1}
        value={place}
        disabled={events.length < 2}
        aria-valuetext={event && textOf(event, chat)}
        onChange={({ currentTarget }) => onPlace(Number(currentTarget.value))}
        onKeyDown={({ key }) => key === 'Escape' && onEscape()}
      />
    </div>
  )
}

function textOf(event: LogEvent, chat: string): string {
  const { sequence, occurredAt } = event
  return say('history.stop', { sequence, time: fullMoment(occurredAt), text: sentenceOf(event, chat) })
}

function lineOf(events: readonly LogEvent[], tone: Tone, last: number): string {
  return events
    .map((event, i) => {
      const x = Math.round((i / last) * width)
      return toneOf(event) === tone ? `M${x} ${tone === 'state' ? height / 2 : 0}V${height}` : ''
    })
    .join('')
}
