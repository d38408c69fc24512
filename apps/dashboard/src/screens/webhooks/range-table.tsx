import type { DeliveryHole } from '@posthorn/sdk'
import { Moment } from '../../parts/moment.tsx'
import { PlaceLink } from '../../parts/place-link.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { Status } from '../../parts/status.tsx'
import { fullMoment } from '../../words/moments.ts'
import { numberText, say } from '../../words/say.ts'
import { deliveryStatusOf, type WebhookDelivery } from './data.ts'
import { type Bar, sizeOf, type TimeRange } from './range.ts'
import styles from './timeline.module.css'

type Props = {
  bars: readonly Bar[]
  holes: readonly DeliveryHole[]
  chosen: TimeRange | undefined
  deliveries: readonly WebhookDelivery[] | undefined
}

/** Maximum number of rows on the screen. */
const rowsMax = 60

/** The timeline as a table, for the selected range or the whole timeline: counts or individual deliveries, and missed events. */
export function RangeTable({ bars, holes, chosen, deliveries }: Props) {
  const isIn = (fromMs: number, toMs: number) => chosen === undefined || (fromMs < chosen.toMs && toMs >= chosen.fromMs)
  const times = bars.filter((bar) => sizeOf(bar) > 0 && isIn(bar.fromMs, bar.toMs - 1)).toReversed()
  const single = deliveries?.filter(({ event }) => isIn(Date.parse(event.at), Date.parse(event.at)))
  const missed = holes.filter(({ from, to }) => isIn(Date.parse(from), Date.parse(to)))
  const rows = single ?? times
  return (
    <details className={styles.table}>
      <summary>{say('timeline.table')}</summary>
      {rows.length > rowsMax && <p className={styles.note}>{say('timeline.newest', { count: rowsMax })}</p>}
      {single ? (
        <Rows
          label={say('webhook.deliveries')}
          columns={deliveryColumns()}
          rows={single.slice(0, rowsMax)}
          keyOf={({ id }) => id}
        />
      ) : (
        <Rows
          label={say('timeline.title')}
          columns={barColumns()}
          rows={times.slice(0, rowsMax)}
          keyOf={({ fromMs }) => String(fromMs)}
        />
      )}
      {missed.length > 0 && (
        <Rows
          label={say('timeline.holes')}
          columns={holeColumns()}
          rows={missed.slice(0, rowsMax)}
          keyOf={({ firstSequence }) => String(firstSequence)}
        />
      )}
    </details>
  )
}

const momentOf = (at: string) => <Moment at={at} text={fullMoment(at)} />

const barColumns = (): Column<Bar>[] => [
  { name: say('replay.from'), cell: ({ fromMs }) => momentOf(new Date(fromMs).toISOString()) },
  { name: say('timeline.okName'), cell: ({ ok }) => numberText(ok), isNumber: true },
  { name: say('timeline.refusedName'), cell: ({ refused }) => numberText(refused), isNumber: true },
  { name: say('timeline.silentName'), cell: ({ silent }) => numberText(silent), isNumber: true },
  { name: say('timeline.waitingName'), cell: ({ waiting }) => numberText(waiting), isNumber: true },
]

const deliveryColumns = (): Column<WebhookDelivery>[] => [
  {
    name: say('delivery.event'),
    cell: ({ id, event }) => (
      <span>
        <PlaceLink to={`developer/deliveries/${id}`}>{event.event}</PlaceLink> <small>{`#${event.sequence}`}</small>
      </span>
    ),
  },
  { name: say('timeline.at'), cell: ({ event }) => momentOf(event.at) },
  { name: say('webhook.status'), cell: ({ status }) => <Status {...deliveryStatusOf(status)} /> },
  {
    name: say('delivery.answer'),
    cell: ({ lastHttpStatus, lastError }) => lastHttpStatus ?? lastError,
    isNumber: true,
  },
]

const holeColumns = (): Column<DeliveryHole>[] => [
  {
    name: say('timeline.holes'),
    cell: ({ firstSequence, lastSequence }) =>
      firstSequence === lastSequence ? `#${firstSequence}` : `#${firstSequence}–#${lastSequence}`,
  },
  { name: say('timeline.events'), cell: ({ events }) => numberText(events), isNumber: true },
  { name: say('replay.from'), cell: ({ from }) => momentOf(from) },
  { name: say('replay.to'), cell: ({ to }) => momentOf(to) },
]
