import type { DeliveryHole } from '@posthorn/sdk'
import { type PointerEvent, useRef, useState } from 'react'
import { say } from '../../words/words.ts'
import type { WebhookDelivery } from './data.ts'
import { type Answers, answerOf, answers, type Bar, deliveryCount, placeIn, rangeAt, type TimeRange } from './range.ts'
import styles from './timeline.module.css'

type Props = {
  shown: TimeRange
  bars: readonly Bar[]
  /** Smallest intervals that can be selected. */
  parts: readonly TimeRange[]
  /** Individual deliveries, if there are few enough to draw. */
  deliveries?: readonly WebhookDelivery[] | undefined
  /** Events that the webhook didn't accept although it accepted a later one. */
  holes: readonly DeliveryHole[]
  chosen: TimeRange | undefined
  onChoose: (range: TimeRange) => void
}

const width = 1_000
const height = 120

/**
 * A webhook's deliveries on a time axis: a mark each if there are few, else columns. Drag to select a range to replay or to zoom in on;
 * keyboard users have the slider and the fields below.
 */
export function Chart({ shown, bars, parts, deliveries, holes, chosen, onChoose }: Props) {
  const { frame, dragged, handlers } = useDrag((places) => onChoose(rangeAt(shown, places, parts)))
  const range = dragged ? rangeAt(shown, dragged, parts) : chosen
  return (
    <div ref={frame} className={styles.frame} aria-hidden="true" {...handlers}>
      <svg viewBox={`0 0 ${width} ${height + 12}`} preserveAspectRatio="none">
        {deliveries ? <Marks shown={shown} deliveries={deliveries} /> : <Bars shown={shown} bars={bars} />}
        {holes.map(({ from, to, firstSequence }) => (
          <rect
            key={firstSequence}
            data-hole=""
            {...edges(shown, { fromMs: Date.parse(from), toMs: Date.parse(to) })}
            y={height + 3}
            height={7}
            vectorEffect="non-scaling-stroke"
          />
        ))}
        {range && (
          <rect
            className={styles.chosen}
            {...edges(shown, range)}
            y={0}
            height={height + 12}
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
    </div>
  )
}

type Places = readonly [number, number]

/**
 * Tracks a pointer drag. The start and current positions are shares of the frame's width: 0 is its left edge and 1 its right one, and a
 * drag may go beyond them. `onEnd` receives both.
 */
function useDrag(onEnd: (places: Places) => void) {
  const frame = useRef<HTMLDivElement>(null)
  const [dragged, setDragged] = useState<Places>()
  const placeAt = ({ clientX }: PointerEvent) => {
    const { left = 0, width: whole = 1 } = frame.current?.getBoundingClientRect() ?? {}
    return (clientX - left) / whole
  }
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return
      frame.current?.setPointerCapture(event.pointerId)
      setDragged([placeAt(event), placeAt(event)])
    },
    onPointerMove: (event: PointerEvent) => dragged && setDragged([dragged[0], placeAt(event)]),
    onPointerUp: (event: PointerEvent) => {
      if (dragged) onEnd([dragged[0], placeAt(event)])
      setDragged(undefined)
    },
    onPointerCancel: () => setDragged(undefined),
  }
  return { frame, dragged, handlers }
}

/** Returns the position and width of a range. Even a single moment has a visible width. */
function edges(shown: TimeRange, { fromMs, toMs }: TimeRange): { x: number; width: number } {
  const x = placeIn(shown, fromMs) * width
  return { x: Math.min(x, width - 3), width: Math.max(3, placeIn(shown, toMs) * width - x) }
}

/** Least height of a part of a column: a single failure among thousands must stay visible. */
const partHeightMin = 4

/** A column for each interval, with its deliveries by response, scaled to the column that has the most. */
function Bars({ shown, bars }: { shown: TimeRange; bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(deliveryCount))
  return bars.flatMap((bar) => {
    const { x, width: whole } = edges(shown, bar)
    let below = 0
    return answers.flatMap((answer) => {
      if (bar[answer] === 0) return []
      const partHeight = Math.max(partHeightMin, (bar[answer] / most) * (height - answers.length * partHeightMin))
      below += partHeight
      return [
        <rect
          key={`${bar.fromMs} ${answer}`}
          data-answer={answer}
          x={x}
          width={Math.max(1, whole - 1)}
          y={height - below}
          height={partHeight}
        />,
      ]
    })
  })
}

/** Tops of marks, from the top of the chart. They differ so that rejections and successes can be told apart without color. */
const tops = { ok: 70, waiting: 50, silent: 28, refused: 8 } as const satisfies Answers

/** A mark for each delivery, at the time of its event. Its height and color tell the response. */
function Marks({ shown, deliveries }: { shown: TimeRange; deliveries: readonly WebhookDelivery[] }) {
  return deliveries.map((delivery) => {
    const answer = answerOf(delivery)
    const x = placeIn(shown, Date.parse(delivery.event.at)) * width
    return (
      <rect
        key={delivery.id}
        data-answer={answer}
        x={Math.min(x, width - 4)}
        width={4}
        y={tops[answer]}
        height={height - tops[answer]}
      >
        <title>{`#${delivery.event.sequence} ${delivery.event.event}`}</title>
      </rect>
    )
  })
}

/** The meaning of the colors, each with its number of deliveries or events. */
export function Legend({ total, holes }: { total: Answers; holes: readonly DeliveryHole[] }) {
  const missed = holes.reduce((sum, { events }) => sum + events, 0)
  return (
    <ul className={styles.legend}>
      {answers.map((answer) => (
        <li key={answer}>
          <i data-answer={answer} />
          {say(`timeline.${answer}`, { count: total[answer] })}
        </li>
      ))}
      <li>
        <i data-hole="" />
        {say('timeline.missed', { count: missed })}
      </li>
    </ul>
  )
}
