import { clockTime, fullMoment, utcMoment } from '../words/moments.ts'

/** A time of day; day and UTC are shown while the pointer is over it. */
export function Moment({ at, text }: { at: string; text?: string }) {
  return (
    <time dateTime={at} title={`${fullMoment(at)} · ${utcMoment(at)}`}>
      {text ?? clockTime(at)}
    </time>
  )
}
