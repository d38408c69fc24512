import { numberText, say } from '../../words/say.ts'
import { Chart } from './chart.tsx'
import type { InOut } from './sums.ts'

/** Incoming and outgoing messages by day or hour. */
export function InOutChart({ label, columns }: { label: string; columns: readonly (InOut & { name: string })[] }) {
  return (
    <Chart
      label={label}
      names={columns.map(({ name }) => name)}
      series={[
        { name: say('report.in'), color: 'brass', values: columns.map((each) => each.in) },
        { name: say('report.out'), color: 'link', values: columns.map(({ out }) => out) },
      ]}
      text={numberText}
    />
  )
}
