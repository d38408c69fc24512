import { clockTime, duration, fullMoment, utcMoment } from '../words/moments.ts'
import { useNow } from './now.ts'

/** Time that has passed since a moment, which continues while it is shown. */
export function Age({ since }: { since: string }) {
  return duration(Math.max(0, useNow() - Date.parse(since)))
}

/** A time of day; day and UTC are shown while the pointer is over it. */
export function Moment({ at, text }: { at: string; text?: string }) {
  return (
    <time dateTime={at} title={`${fullMoment(at)} · ${utcMoment(at)}`}>
      {text ?? clockTime(at)}
    </time>
  )
}
