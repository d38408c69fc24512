import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../parts/loaded.tsx'
import { Panel } from '../../parts/page.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { useWorkspaceId } from '../../session/me.ts'
import { say } from '../../words/say.ts'
import { Chart } from './chart.tsx'
import { answersQuery } from './data.ts'
import { hoursOf } from './hours.ts'
import styles from './reports.module.css'
import type { InOut } from './sums.ts'

/** Messages by the hour of the day in the zone of the viewer: when customers write, and when they are answered. */
export function ByHour({ days }: { days: number }) {
  const query = useQuery(answersQuery(useWorkspaceId(), days, 'hour'))
  return (
    <Panel title={say('report.byHour')}>
      <Loaded query={query}>
        {({ buckets }) => {
          const hours = hoursOf(buckets)
          return (
            <>
              <Chart columns={hours} />
              <details className={styles.table}>
                <summary>{say('report.asTable')}</summary>
                <Rows label={say('report.byHour')} columns={columns()} rows={hours} keyOf={({ name }) => name} />
              </details>
            </>
          )
        }}
      </Loaded>
    </Panel>
  )
}

const columns = (): Column<InOut & { name: string }>[] => [
  { name: say('report.hour'), cell: ({ name }) => name },
  { name: say('report.in'), cell: (row) => row.in.toLocaleString(), isNumber: true },
  { name: say('report.out'), cell: ({ out }) => out.toLocaleString(), isNumber: true },
]
