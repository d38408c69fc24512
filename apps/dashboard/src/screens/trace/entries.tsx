import type { TraceEntry } from '@posthorn/sdk'
import { Icon, type IconName } from '../../parts/icon.tsx'
import { PlaceLink } from '../../parts/place-link.tsx'
import { duration, fullMoment } from '../../words/moments.ts'
import { say } from '../../words/say.ts'
import styles from './entries.module.css'

const signs: Readonly<Record<TraceEntry['what'], IconName>> = {
  accepted: 'check',
  waiting: 'clock',
  attempt: 'send',
  status: 'checks',
  webhook: 'webhook',
}

/** Entries of a trace, oldest first, with the time since acceptance. */
export function Entries({ entries }: { entries: readonly TraceEntry[] }) {
  const begun = Date.parse(entries[0]?.at ?? '')
  return (
    <ol className={styles.entries}>
      {entries.map((entry, i) => (
        <li key={`${entry.at}${entry.what}${i}`} data-bad={isBad(entry) ? '' : undefined}>
          <Icon name={signs[entry.what]} size={15} />
          <time dateTime={entry.at} title={fullMoment(entry.at)}>
            {i === 0 ? fullMoment(entry.at) : `+ ${duration(Date.parse(entry.at) - begun)}`}
          </time>
          <span>
            {sentenceOf(entry)}
            {entry.error && <em>{` ${entry.error.message}`}</em>}
            {entry.delivery && (
              <>
                {' '}
                <PlaceLink to={`developer/deliveries/${entry.delivery}`}>{say('trace.delivery')}</PlaceLink>
              </>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}

const isBad = ({ error, outcome, status }: TraceEntry) =>
  error !== null || outcome === 'refused' || status === 'failed' || status === 'expired'

function sentenceOf(entry: TraceEntry): string {
  const { what, status, event, attempt, outcome, httpStatus, latencyMs, waiting } = entry
  const took = latencyMs === null ? '' : duration(latencyMs)
  if (what === 'accepted') return say('trace.isAccepted')
  if (what === 'waiting') return waiting ? say(`why.${waiting.reason}`, { time: '' }) : say('trace.waits')
  if (what === 'attempt')
    return [say('trace.attempt', { attempt: attempt ?? 1 }), outcome, took].filter(Boolean).join(' · ')
  if (what === 'status') return status ? say(`status.${status}`) : ''
  return [
    say('trace.webhook', { event: event ?? '' }),
    say('trace.try', { attempt: attempt ?? 1 }),
    httpStatus ?? outcome,
    took,
  ]
    .filter(Boolean)
    .join(' · ')
}
