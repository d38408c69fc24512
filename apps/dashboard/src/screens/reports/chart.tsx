import { say } from '../../words/say.ts'
import styles from './reports.module.css'
import type { InOut } from './sums.ts'

/** Incoming and outgoing messages by day or hour. The table has the values, also for screen readers. */
export function Chart({ columns }: { columns: readonly (InOut & { name: string })[] }) {
  const most = Math.max(1, ...columns.map((each) => Math.max(each.in, each.out)))
  const height = (count: number) => `${(count / most) * 100}%`
  return (
    <div aria-hidden="true">
      <div className={styles.chart}>
        {columns.map(({ name, in: incoming, out }) => (
          <div key={name} className={styles.day} title={`${name}: ${say('report.inOut', { in: incoming, out })}`}>
            <i data-in="" style={{ height: height(incoming) }} />
            <i data-out="" style={{ height: height(out) }} />
          </div>
        ))}
      </div>
      <p className={styles.legend}>
        <i data-in="" /> {say('report.in')} <i data-out="" /> {say('report.out')}
      </p>
    </div>
  )
}
