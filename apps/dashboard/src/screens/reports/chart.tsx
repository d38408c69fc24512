import 'uplot/dist/uPlot.min.css'
import { useComputedColorScheme, useMantineTheme } from '@mantine/core'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import Plot from 'uplot'
import { language, numberText, say } from '../../words/words.ts'
import styles from './reports.module.css'
import { growth } from './sums.ts'

type Props = {
  now: number | null
  /** The same figure for the previous period, if known. */
  before: number | null | undefined
  text?: (value: number) => string
  /** True for a share, whose difference is in percentage points. */
  isShare?: boolean
}

/** A headline figure, and how it differs from the previous period's. */
export function Figure({ now, before, text = numberText, isShare = false }: Props) {
  if (now === null) return <>–</>
  const difference = isShare ? pointsBetween(now, before) : percent(growth(now, before))
  return (
    <>
      {text(now)}{' '}
      {difference !== null && (
        <span className={styles.difference} title={say('report.beforeWas', { value: text(before ?? 0) })}>
          {difference}
        </span>
      )}
    </>
  )
}

/** Formats a difference with its sign, in the person's language. */
const signed = (options: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat(language(), { signDisplay: 'exceptZero', ...options })

/** Returns growth as a percentage with its sign; null if there is none to show. */
const percent = (share: number | null) => (share === null ? null : signed({ style: 'percent' }).format(share))

/** Returns the difference of two shares in percentage points; null if there is nothing to compare with. */
function pointsBetween(now: number, before: number | null | undefined): string | null {
  if (before === null || before === undefined) return null
  return say('report.points', { points: signed({ maximumFractionDigits: 1 }).format((now - before) * 100) })
}

/** Bars of one kind: a value for each name on the axis, and a theme color. */
type Series = { name: string; color: 'link' | 'brass'; values: readonly number[] }

type ChartProps = {
  label: string
  names: readonly string[]
  /** Names for the tooltip, if those on the axis are short. */
  fullNames?: readonly string[]
  series: readonly Series[]
  /** The first series' values in the previous period, drawn as a faint line. */
  before?: readonly number[] | undefined
  text: (value: number) => string
}

/** Position of the pointer: the index of the name under it, and pixels from the left. */
type Pointed = { at: number; left: number }

const height = 220

/** Bars with axes, and a tooltip for the bar under the pointer. Screen readers get only `label`: a table has to give them the values. */
export function Chart({ label, names, fullNames = names, series, before: earlier, text }: ChartProps) {
  // A flat line at zero tells the reader nothing.
  const before = earlier?.some((value) => value > 0) ? earlier : undefined
  const { ref, width } = useElementSize<HTMLDivElement>()
  const box = useRef<HTMLDivElement>(null)
  const both = useMergedRef(ref, box)
  const scheme = useComputedColorScheme()
  const { fontFamily } = useMantineTheme()
  const [pointed, setPointed] = useState<Pointed>()
  // Serialize what is drawn, because the arrays are new on every render.
  const drawn = JSON.stringify([names, series, before, scheme, width])
  useEffect(() => {
    const { current: element } = box
    if (element === null || width === 0) return
    const font = `12px ${fontFamily}`
    const options = optionsOf(element, { names, series, before, text, width, font, onPoint: setPointed })
    // If the clocks changed, the previous period may reach into one more day.
    const lines = before ? [...before].slice(0, names.length) : []
    const data = [names.map((_, i) => i), ...series.map(({ values }) => [...values]), lines] as Plot.AlignedData
    const plot = new Plot(options, data, element)
    return () => plot.destroy()
  }, [drawn])
  return (
    <div className={styles.chart} role="img" aria-label={label}>
      <p className={styles.legend}>
        {series.map(({ name, color }) => (
          <span key={name} data-color={color}>
            {name}
          </span>
        ))}
        {before && <span data-color="quiet">{nameBefore(series)}</span>}
      </p>
      <div ref={both} style={{ height }} />
      {pointed && (
        <div
          className={styles.tip}
          data-left={pointed.left > width / 2 ? '' : undefined}
          style={{ left: pointed.left }}
        >
          <b>{fullNames[pointed.at]}</b>
          {series.map(({ name, values }) => (
            <span key={name}>{`${name}: ${text(values[pointed.at] ?? 0)}`}</span>
          ))}
          {before && <span>{`${nameBefore(series)}: ${text(before[pointed.at] ?? 0)}`}</span>}
        </div>
      )}
    </div>
  )
}

/** Returns the name of the line for the previous period, which has only the first series. */
const nameBefore = ([first]: readonly Series[]) => say('report.before', { name: first?.name ?? '' })

type Drawing = Omit<ChartProps, 'label' | 'fullNames'> & {
  width: number
  font: string
  onPoint: (pointed: Pointed | undefined) => void
}

/** Returns how uPlot draws the chart. It draws on a canvas, so it needs colors and sizes instead of styles. */
function optionsOf(element: HTMLElement, { names, series, text, width, font, onPoint }: Drawing): Plot.Options {
  const [line, quiet] = [colorOf(element, 'line'), colorOf(element, 'quiet')]
  const axis = { stroke: quiet, font, ticks: { show: false } }
  // Two bars share the space for a name.
  const places = series.length === 1 ? [0] : [-1, 1]
  return {
    width,
    height,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: {
      // Half a bar, and a little space, at both ends.
      x: { time: false, range: [-0.6, names.length - 0.4] },
      y: { range: (_, __, max) => [0, Math.max(1, max) * 1.05] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: 80,
        incrs: [1, 2, 5, 10, 20, 50],
        values: (_, at) => at.map((i) => names[i] ?? ''),
      },
      { ...axis, grid: { stroke: line, width: 1 }, size: 70, incrs: increments, values: (_, at) => at.map(text) },
    ],
    series: [
      {},
      ...(series.map(({ name, color }, i) => ({
        label: name,
        fill: colorOf(element, color),
        width: 0,
        points: { show: false },
        paths: Plot.paths.bars?.({
          // Share of the space for a name, and the widest bar in pixels.
          size: [0.8 / series.length, 40],
          align: (places[i] ?? 0) as -1 | 0 | 1,
          radius: 0.1,
        }),
      })) as Plot.Series[]),
      { stroke: quiet, width: 1.5, dash: [4, 4], points: { show: false } },
    ],
    hooks: {
      setCursor: [
        ({ cursor: { idx, left = -1 }, over }) =>
          onPoint(typeof idx !== 'number' || left < 0 ? undefined : { at: idx, left: left + over.offsetLeft }),
      ],
    },
  }
}

/** Steps of the value axis, all of them integers. */
const increments = Array.from({ length: 12 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat()

/** Returns a theme color in a form that a canvas accepts. A canvas can't resolve CSS variables, so the element resolves them as its color. */
function colorOf(element: HTMLElement, name: string): string {
  element.style.color = `var(--${name})`
  return getComputedStyle(element).color
}
