import type { StatisticsInboxAnswer } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNow } from '../../parts/moment.tsx'
import { Facts, Loaded, Panel, PlaceLink } from '../../parts/page.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { duration, fullDay, numberText, say, shortDay } from '../../words/words.ts'
import { Chart } from './chart.tsx'
import { type Compared, inboxQuery, type Scope } from './data.ts'
import { daysOf } from './days.ts'
import { Figure } from './figure.tsx'
import styles from './reports.module.css'

/** Customers who are waiting now, and how many questions were answered on each day. */
export function InboxNow({ scope }: { scope: Scope }) {
  const query = useQuery(inboxQuery(scope))
  return (
    <Panel title={say('report.inbox')}>
      <Loaded query={query}>{(inbox) => <Volume inbox={inbox} timeZone={scope.timeZone} />}</Loaded>
    </Panel>
  )
}

function Volume({ inbox: { now, before }, timeZone }: { inbox: Compared<StatisticsInboxAnswer>; timeZone: string }) {
  const { waiting, total } = now
  const daysIn = (inbox: StatisticsInboxAnswer) => daysOf<Counts>(inbox, timeZone, nothing)
  const byDay = daysIn(now)
  const figure = (name: keyof Counts) => <Figure now={total[name]} before={before?.total[name]} />
  return (
    <>
      <p className={styles.now}>
        <PlaceLink to="inbox/waiting">
          <Waiting waiting={waiting} />
        </PlaceLink>
      </p>
      <Facts
        facts={[
          [say('report.in'), figure('in')],
          [say('report.outToOne'), figure('out')],
          [say('report.answered'), figure('answered')],
          [say('report.unanswered'), figure('unanswered')],
        ]}
      />
      <QuestionChart columns={byDay} before={before && daysIn(before)} />
      <details className={styles.table}>
        <summary>{say('report.asTable')}</summary>
        <Rows label={say('report.inbox')} columns={columns()} rows={byDay} keyOf={({ name }) => name} />
      </details>
    </>
  )
}

/** How many customers wait now, and how long the first of them has waited. */
function Waiting({ waiting: { chats, oldestAt } }: { waiting: StatisticsInboxAnswer['waiting'] }) {
  const now = useNow()
  if (oldestAt === null) return say('report.nobodyWaits')
  return say('report.waitingNow', { count: chats, time: duration(Math.max(0, now - Date.parse(oldestAt))) })
}

type Counts = Omit<StatisticsInboxAnswer['buckets'][number], 'from'>
type Day = Counts & { name: string }

const nothing: Counts = { in: 0, out: 0, answered: 0, unanswered: 0 }

const columns = (): Column<Day>[] => [
  { name: say('key.day'), cell: ({ name }) => fullDay(name) },
  { name: say('report.in'), cell: (row) => numberText(row.in), isNumber: true },
  { name: say('report.outToOne'), cell: ({ out }) => numberText(out), isNumber: true },
  { name: say('report.answered'), cell: ({ answered }) => numberText(answered), isNumber: true },
  { name: say('report.unanswered'), cell: ({ unanswered }) => numberText(unanswered), isNumber: true },
]

/** Answered and unanswered questions. The line for the previous period shows only the answered ones. */
function QuestionChart({ columns: all, before }: { columns: readonly Day[]; before: readonly Day[] | undefined }) {
  return (
    <Chart
      label={say('report.inbox')}
      names={all.map(({ name }) => shortDay(name))}
      fullNames={all.map(({ name }) => fullDay(name))}
      series={[
        { name: say('report.answered'), color: 'link', values: all.map(({ answered }) => answered) },
        { name: say('report.unanswered'), color: 'brass', values: all.map(({ unanswered }) => unanswered) },
      ]}
      before={before?.map(({ answered }) => answered)}
      text={numberText}
    />
  )
}
