import { fullMoment } from '../../../words/moments.ts'
import { say } from '../../../words/say.ts'
import styles from './history.module.css'
import type { LogEvent } from './log-event.ts'
import { sentenceOf, type Tone, toneOf } from './said.ts'

type Props = {
  events: readonly LogEvent[]
  place: number
  chat: string
  onPlace: (place: number) => void
  onEscape: () => void
}

const width = 1_000
const height = 12
const tones: readonly Tone[] = ['state', 'change', 'note', 'in', 'out', 'failed']

/** A slider of a chat's events: arrows step, Home and End jump to the ends. */
export function Slider({ events, place, chat, onPlace, onEscape }: Props) {
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
