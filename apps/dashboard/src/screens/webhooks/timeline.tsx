import { NativeSelect } from '@mantine/core'
import type { WebhooksStatisticsAnswer } from '@posthorn/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Facts } from '../../parts/facts.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Panel } from '../../parts/page.tsx'
import { useWorkspaceId } from '../../session/me.ts'
import { duration, fullMoment } from '../../words/moments.ts'
import { numberText, say } from '../../words/say.ts'
import { Chart, Legend } from './chart.tsx'
import { fewDeliveries, rangeDeliveriesQuery, statisticsQuery } from './data.ts'
import { barsOf, partsOf, readRange, sizeOf, spanMs, spanOf, type TimeRange } from './range.ts'
import { RangeForm } from './range-form.tsx'
import { RangeTable } from './range-table.tsx'
import styles from './timeline.module.css'

type Props = {
  shown: TimeRange
  parts: readonly TimeRange[]
  chosen: TimeRange | undefined
  onChoose: (range: TimeRange) => void
}

/** Sliders for the ends of the range. Arrow keys move by one part. */
function Ends({ shown, parts, chosen = shown, onChoose }: Props) {
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

const spans = Object.keys(spanMs) as (keyof typeof spanMs)[]

/** A webhook's deliveries over time, with a range that can be selected and replayed. The URL contains the span and the range. */
export function Timeline({ webhook }: { webhook: string }) {
  const { span: text, since, until, from, to } = useSearch({ strict: false })
  const navigate = useNavigate()
  const span = spanOf(text)
  const zoom = readRange(since, until)
  const query = useQuery({
    ...statisticsQuery(useWorkspaceId(), webhook, zoom ?? span),
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
          {(statistics) => <Drawn webhook={webhook} statistics={statistics} chosen={chosen} onChoose={choose} />}
        </Loaded>
      </Panel>
      <RangeForm webhook={webhook} chosen={chosen} onChoose={choose} onZoom={zoomIn} />
    </>
  )
}

const timeOf = (ms: number) => new Date(ms).toISOString()

type DrawnProps = {
  webhook: string
  statistics: WebhooksStatisticsAnswer
  chosen: TimeRange | undefined
  onChoose: (range: TimeRange) => void
}

function Drawn({ webhook, statistics, chosen, onChoose }: DrawnProps) {
  const { from, to, total, backlog, holes, intervals } = statistics
  const shown = { fromMs: Date.parse(from), toMs: Date.parse(to) }
  const bars = barsOf(shown, intervals)
  const parts = partsOf(shown, bars)
  const areFew = sizeOf(total) <= fewDeliveries
  const each = useQuery({ ...rangeDeliveriesQuery(useWorkspaceId(), webhook, shown), enabled: areFew })
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

const shareOf = (total: WebhooksStatisticsAnswer['total']) =>
  sizeOf(total) === 0
    ? say('timeline.none')
    : say('timeline.of', { share: Math.round((total.ok / sizeOf(total)) * 1_000) / 10, count: sizeOf(total) })
