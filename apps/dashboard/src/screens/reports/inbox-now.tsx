import type { StatisticsInboxAnswer } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { Facts } from '../../parts/facts.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { useNow } from '../../parts/moment.tsx'
import { Panel } from '../../parts/page.tsx'
import { PlaceLink } from '../../parts/place-link.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { useWorkspaceId } from '../../session/me.ts'
import { duration } from '../../words/moments.ts'
import { numberText, say } from '../../words/say.ts'
import { Chart } from './chart.tsx'
import { inboxQuery } from './data.ts'
import { daysOf } from './days.ts'
import styles from './reports.module.css'

export function InboxNow({ days }: { days: number }) {
  const query = useQuery(inboxQuery(useWorkspaceId(), days))
  return (
    <Panel title={say('report.inbox')}>
      <Loaded query={query}>{(inbox) => <Volume inbox={inbox} />}</Loaded>
    </Panel>
  )
}

function Volume({ inbox }: { inbox: StatisticsInboxAnswer }) {
  const { waiting, total } = inbox
  const byDay = daysOf<Counts>(inbox, { in: 0, out: 0, answered: 0, unanswered: 0 })
  return (
    <>
      <p className={styles.now}>
        <PlaceLink to="inbox/waiting">
          <Waiting waiting={waiting} />
        </PlaceLink>
      </p>
      <Facts
        facts={[
          [say('report.in'), numberText(total.in)],
          [say('report.outToOne'), numberText(total.out)],
          [say('report.answered'), numberText(total.answered)],
          [say('report.unanswered'), numberText(total.unanswered)],
        ]}
      />
      <QuestionChart columns={byDay} />
      <details className={styles.table}>
        <summary>{say('report.asTable')}</summary>
        <Rows label={say('report.inbox')} columns={columns()} rows={byDay} keyOf={({ name }) => name} />
      </details>
    </>
  )
}

function Waiting({ waiting: { chats, oldestAt } }: { waiting: StatisticsInboxAnswer['waiting'] }) {
  const now = useNow()
  if (oldestAt === null) return say('report.nobodyWaits')
  return say('report.waitingNow', { count: chats, time: duration(Math.max(0, now - Date.parse(oldestAt))) })
}

type Counts = Omit<StatisticsInboxAnswer['buckets'][number], 'from'>
type Day = Counts & { name: string }

const columns = (): Column<Day>[] => [
  { name: say('key.day'), cell: ({ name }) => name },
  { name: say('report.in'), cell: (row) => numberText(row.in), isNumber: true },
  { name: say('report.outToOne'), cell: ({ out }) => numberText(out), isNumber: true },
  { name: say('report.answered'), cell: ({ answered }) => numberText(answered), isNumber: true },
  { name: say('report.unanswered'), cell: ({ unanswered }) => numberText(unanswered), isNumber: true },
]

function QuestionChart({ columns: all }: { columns: readonly Day[] }) {
  return (
    <Chart
      label={say('report.inbox')}
      names={all.map(({ name }) => name)}
      series={[
        { name: say('report.answered'), color: 'link', values: all.map(({ answered }) => answered) },
        { name: say('report.unanswered'), color: 'brass', values: all.map(({ unanswered }) => unanswered) },
      ]}
      text={numberText}
    />
  )
}
