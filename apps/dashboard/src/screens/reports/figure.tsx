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
