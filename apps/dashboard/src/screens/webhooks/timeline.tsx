import '@mantine/core/styles/Slider.css'

import { NativeSelect, RangeSlider } from '@mantine/core'
import type { DeliveryHole, Webhook, WebhooksStatisticsAnswer } from '@posthorn/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Moment } from '../../parts/moment.tsx'
import { Facts, Loaded, Panel, PlaceLink, Status } from '../../parts/page.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { useWorkspaceId } from '../../session/session.ts'
import { duration, fullMoment, numberText, percentText, say } from '../../words/words.ts'
import { Chart, Legend } from './chart.tsx'
import { deliveryStatusOf, fewDeliveries, rangeDeliveriesQuery, statisticsQuery, type WebhookDelivery } from './data.ts'
import { type Bar, barsOf, deliveryCount, partsOf, readRange, spanMs, spanOf, type TimeRange } from './range.ts'
import { RangeForm } from './replays.tsx'
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
function RangeTable({ bars, holes, chosen, deliveries }: Props) {
  const isIn = (fromMs: number, toMs: number) => chosen === undefined || (fromMs < chosen.toMs && toMs >= chosen.fromMs)
  const times = bars.filter((bar) => deliveryCount(bar) > 0 && isIn(bar.fromMs, bar.toMs - 1)).toReversed()
  const single = deliveries?.filter(({ event }) => isIn(Date.parse(event.at), Date.parse(event.at)))
  const missed = holes.filter(({ from, to }) => isIn(Date.parse(from), Date.parse(to)))
  const rows = single ?? times
  return (
    <details className={styles.table}>
      <summary>{say('word.asTable')}</summary>
      {rows.length > rowsMax && <p className={styles.note}>{say('timeline.newest', { count: rowsMax })}</p>}
      {single ? (
        <Rows
          label={say('webhook.deliveries')}
          columns={[...deliveryColumns(), timeColumn()]}
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

/** The columns that all lists of deliveries have. */
export const deliveryColumns = (): Column<WebhookDelivery>[] => [
  {
    name: say('delivery.event'),
    cell: ({ id, event }) => (
      <span>
        <PlaceLink to={`developer/deliveries/${id}`}>{event.event}</PlaceLink> <small>{`#${event.sequence}`}</small>
      </span>
    ),
  },
  { name: say('word.status'), cell: ({ status }) => <Status {...deliveryStatusOf(status)} /> },
  {
    name: say('delivery.answer'),
    cell: ({ lastHttpStatus, lastError }) => lastHttpStatus ?? lastError,
    isNumber: true,
  },
]

const timeColumn = (): Column<WebhookDelivery> => ({ name: say('word.time'), cell: ({ event }) => momentOf(event.at) })

const holeColumns = (): Column<DeliveryHole>[] => [
  {
    name: say('timeline.holes'),
    cell: ({ firstSequence, lastSequence }) =>
      firstSequence === lastSequence ? `#${firstSequence}` : `#${firstSequence}–#${lastSequence}`,
  },
  { name: say('nav.events'), cell: ({ events }) => numberText(events), isNumber: true },
  { name: say('replay.from'), cell: ({ from }) => momentOf(from) },
  { name: say('replay.to'), cell: ({ to }) => momentOf(to) },
]

type EndsProps = {
  shown: TimeRange
  parts: readonly TimeRange[]
  chosen: TimeRange | undefined
  onChoose: (range: TimeRange) => void
}

/** Slider with both ends of the range. Arrow keys move an end by one part. */
function Ends({ shown, parts, chosen = shown, onChoose }: EndsProps) {
  const step = parts[0] ? parts[0].toMs - parts[0].fromMs : 1
  const places = Math.max(1, Math.ceil((shown.toMs - shown.fromMs) / step))
  const at = (place: number) => Math.min(shown.toMs, shown.fromMs + place * step)
  const placeAt = (ms: number) => Math.max(0, Math.min(places, Math.round((ms - shown.fromMs) / step)))
  const value: [number, number] = [placeAt(chosen.fromMs), placeAt(chosen.toMs)]
  // An end that isn't moved keeps its exact time.
  const choose = ([from, to]: [number, number]) =>
    onChoose({ fromMs: from === value[0] ? chosen.fromMs : at(from), toMs: to === value[1] ? chosen.toMs : at(to) })
  const textAt = (place: number) => fullMoment(new Date(at(place)).toISOString())
  return (
    <RangeSlider
      classNames={{ root: styles.ends, trackContainer: styles.track, thumb: styles.end }}
      thumbSize={24}
      min={0}
      max={places}
      minRange={1}
      value={value}
      label={textAt}
      thumbValueText={textAt}
      thumbFromLabel={say('timeline.fromSlider')}
      thumbToLabel={say('timeline.toSlider')}
      onChange={choose}
    />
  )
}

const spans = Object.keys(spanMs) as (keyof typeof spanMs)[]

/**
 * A webhook's deliveries over time, with a range that can be selected and replayed. The URL contains the span, or the range that is zoomed
 * in on (`since`, `until`), and the selected range (`from`, `to`).
 */
export function Timeline({ webhook }: { webhook: Webhook }) {
  const { span: text, since, until, from, to } = useSearch({ strict: false })
  const navigate = useNavigate()
  const span = spanOf(text)
  const zoom = readRange(since, until)
  const query = useQuery({
    ...statisticsQuery(useWorkspaceId(), webhook.id, zoom ?? span),
    placeholderData: keepPreviousData,
  })
  const show = (search: Record<string, string>) => void navigate({ to: '.', search: search, replace: true })
  const kept = { span, ...(zoom ? { since: timeOf(zoom.fromMs), until: timeOf(zoom.toMs) } : {}) }
  const chosen = readRange(from, to)
  const choose = ({ fromMs, toMs }: TimeRange) => show({ ...kept, from: timeOf(fromMs), to: timeOf(toMs) })
  const zoomIn = () => {
    if (chosen) show({ span, since: timeOf(chosen.fromMs), until: timeOf(chosen.toMs) })
  }
  const select = (
    <NativeSelect
      size="xs"
      aria-label={say('timeline.span')}
      data={[
        ...(zoom ? [{ value: '', label: say('timeline.zoomed') }] : []),
        ...spans.map((each) => ({ value: each, label: say(`timeline.span.${each}`) })),
      ]}
      value={zoom ? '' : span}
      onChange={(event) => event.currentTarget.value !== '' && show({ span: event.currentTarget.value })}
    />
  )
  return (
    <>
      <Panel title={say('timeline.title')} actions={select}>
        <Loaded query={query}>
          {(statistics) => <ChartAndFigures webhookId={webhook.id} {...{ statistics, chosen }} onChoose={choose} />}
        </Loaded>
      </Panel>
      <RangeForm webhook={webhook} chosen={chosen} onChoose={choose} onZoom={zoomIn} />
    </>
  )
}

const timeOf = (ms: number) => new Date(ms).toISOString()

type ChartProps = {
  webhookId: string
  statistics: WebhooksStatisticsAnswer
  chosen: TimeRange | undefined
  onChoose: (range: TimeRange) => void
}

/** The chart of the deliveries, with its slider, figures and table. If there are few deliveries, each one is drawn. */
function ChartAndFigures({ webhookId, statistics, chosen, onChoose }: ChartProps) {
  const { from, to, total, backlog, holes, intervals } = statistics
  const shown = { fromMs: Date.parse(from), toMs: Date.parse(to) }
  const bars = barsOf(shown, intervals)
  const parts = partsOf(shown, bars)
  const areFew = deliveryCount(total) <= fewDeliveries
  const each = useQuery({ ...rangeDeliveriesQuery(useWorkspaceId(), webhookId, shown), enabled: areFew })
  const deliveries = areFew ? each.data : undefined
  return (
    <>
      <Chart {...{ shown, bars, parts, deliveries, holes, chosen, onChoose }} />
      <Ends {...{ shown, parts, chosen, onChoose }} />
      <p className={styles.axis}>
        <span>{fullMoment(from)}</span>
        <span>{fullMoment(to)}</span>
      </p>
      <Facts
        facts={[
          [say('timeline.share'), shareOf(total)],
          [say('timeline.p95'), total.p95 === null ? null : duration(total.p95)],
          [say('timeline.backlog'), numberText(backlog.deliveries)],
          [say('timeline.oldest'), backlog.oldestAt && fullMoment(backlog.oldestAt)],
        ]}
      />
      <Legend total={total} holes={holes} />
      <RangeTable bars={bars} holes={holes} chosen={chosen} deliveries={deliveries} />
    </>
  )
}

/** Returns in words the share of deliveries that succeeded, or that there are none. */
const shareOf = (total: WebhooksStatisticsAnswer['total']) =>
  deliveryCount(total) === 0
    ? say('timeline.none')
    : say('timeline.of', { share: percentText(total.ok / deliveryCount(total), 1), count: deliveryCount(total) })
