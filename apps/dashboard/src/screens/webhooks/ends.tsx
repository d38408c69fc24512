import { fullMoment } from '../../words/moments.ts'
import { say } from '../../words/say.ts'
import type { TimeRange } from './range.ts'
import styles from './timeline.module.css'

type Props = {
  shown: TimeRange
  parts: readonly TimeRange[]
  chosen: TimeRange | undefined
  onChoose: (range: TimeRange) => void
}

/** Both ends of the range as sliders: arrow keys move each by one part. */
export function Ends({ shown, parts, chosen = shown, onChoose }: Props) {
  const step = parts[0] ? parts[0].toMs - parts[0].fromMs : 1
  const places = Math.max(1, Math.ceil((shown.toMs - shown.fromMs) / step))
  const at = (place: number) => Math.min(shown.toMs, shown.fromMs + place * step)
  const end = (name: 'from' | 'to', ms: number, choose: (place: number) => TimeRange) => (
    <input
      type="range"
      aria-label={say(`timeline.${name}Slider`)}
      aria-valuetext={fullMoment(new Date(ms).toISOString())}
      min={0}
      max={places}
      step={1}
      value={Math.max(0, Math.min(places, Math.round((ms - shown.fromMs) / step)))}
      onChange={(event) => onChoose(choose(Number(event.currentTarget.value)))}
    />
  )
  return (
    <div className={styles.ends}>
      {end('from', chosen.fromMs, (place) => {
        return { fromMs: at(Math.min(place, places - 1)), toMs: Math.max(chosen.toMs, at(place + 1)) }
      })}
      {end('to', chosen.toMs, (place) => {
        return { fromMs: Math.min(chosen.fromMs, at(Math.max(0, place - 1))), toMs: at(Math.max(1, place)) }
      })}
    </div>
  )
}
