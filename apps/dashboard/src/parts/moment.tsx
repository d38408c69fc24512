import { clockTime, duration, fullMoment, utcMoment } from '../words/moments.ts'
import { useNow } from './now.ts'

/** Time since a moment, updated live. */
export function Age({ since }: { since: string }) {
  return duration(Math.max(0, useNow() - Date.parse(since)))
}

/** A time of day; hovering shows date and UTC. */
export function Moment({ at, text }: { at: string; text?: string }) {
  return (
    <time dateTime={at} title={`${fullMoment(at)} · ${utcMoment(at)}`}>
      {text ?? clockTime(at)}
    </time>
  )
}
