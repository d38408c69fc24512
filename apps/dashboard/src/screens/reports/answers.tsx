import type { StatisticsAnswersAnswer } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { numbersQuery } from '../../api/api.ts'
import { Empty, Facts, Loaded, Panel } from '../../parts/page.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { useWorkspaceId } from '../../session/session.ts'
import { duration, fullDay, numberText, say, shortDay } from '../../words/words.ts'
import { Chart } from './chart.tsx'
import { answersQuery, type Compared, type Scope } from './data.ts'
import { daysOf } from './days.ts'
import { Figure } from './figure.tsx'
import styles from './reports.module.css'

type Answers = StatisticsAnswersAnswer
type Times = Answers['total']['answerMs']

/** How long customers waited for answers in this period: by day, member and number. */
export function AnswerTimes({ scope }: { scope: Scope }) {
  const query = useQuery(answersQuery(scope, 'day'))
  return (
    <Panel title={say('report.answers')}>
      <Loaded query={query}>
        {(answers) =>
          answers.now.total.answers === 0 ? (
            <Empty title={say('report.noAnswers')} />
          ) : (
            <Measured answers={answers} timeZone={scope.timeZone} />
          )
        }
      </Loaded>
    </Panel>
  )
}

/** Returns the time in which half of the answers came. */
const medianText = (times: Times) => (times === null ? '–' : duration(times.p50))
/** Returns the time in which nine of ten answers came. */
const p90Text = (times: Times) => (times === null ? '–' : duration(times.p90))

/** The answer times of this period, compared with the previous one. */
function Measured({ answers: { now, before }, timeZone }: { answers: Compared<Answers>; timeZone: string }) {
  const { total, numbers, members } = now
  const names = useQuery(numbersQuery(useWorkspaceId())).data ?? []
  const byNumber = numbers.map((each) => ({
    ...each,
    name: names.find(({ id }) => id === each.number)?.name ?? each.number,
  }))
  const byMember = members.map((each) => ({ ...each, name: each.name ?? each.member }))
  const daysIn = (answers: Answers) => daysOf<Counts>(answers, timeZone, { out: 0, answers: 0, answerMs: null })
  const byDay = daysIn(now)
  const times = (name: 'p50' | 'p90') => (
    <Figure now={total.answerMs?.[name] ?? null} before={before?.total.answerMs?.[name]} text={duration} />
  )
  return (
    <>
      <Facts
        facts={[
          [say('report.answerCount'), <Figure key="answers" now={total.answers} before={before?.total.answers} />],
          [say('report.half'), times('p50')],
          [say('report.most'), times('p90')],
        ]}
      />
      <TimeChart columns={byDay} before={before && daysIn(before)} />
      <details className={styles.table}>
        <summary>{say('report.asTable')}</summary>
        <Rows
          label={say('report.answersByDay')}
          columns={columns(say('key.day'))}
          rows={byDay.map((each) => ({ ...each, name: fullDay(each.name) }))}
          keyOf={({ name }) => name}
        />
      </details>
      {byMember.length > 0 && (
        <Rows
          label={say('report.answersByMember')}
          columns={columns(say('report.member'))}
          rows={byMember}
          keyOf={({ member }) => member}
        />
      )}
      <Rows
        label={say('report.answersByNumber')}
        columns={columns(say('report.number'))}
        rows={byNumber}
        keyOf={({ number }) => number}
      />
    </>
  )
}

type Counts = { out: number; answers: number; answerMs: Times }
type Row = Counts & { name: string }

const columns = (firstColumn: string): Column<Row>[] => [
  { name: firstColumn, cell: ({ name }) => name },
  { name: say('report.out'), cell: ({ out }) => numberText(out), isNumber: true },
  { name: say('report.answerCount'), cell: ({ answers }) => numberText(answers), isNumber: true },
  { name: say('report.half'), cell: ({ answerMs }) => medianText(answerMs), isNumber: true },
  { name: say('report.most'), cell: ({ answerMs }) => p90Text(answerMs), isNumber: true },
]

/** The median answer time of each day. A day without answers has no bar. */
function TimeChart({ columns: days, before }: { columns: readonly Row[]; before: readonly Row[] | undefined }) {
  const medians = (rows: readonly Row[]) => rows.map(({ answerMs }) => answerMs?.p50 ?? 0)
  return (
    <Chart
      label={say('report.answersByDay')}
      names={days.map(({ name }) => shortDay(name))}
      fullNames={days.map(({ name }) => fullDay(name))}
      series={[{ name: say('report.half'), color: 'link', values: medians(days) }]}
      before={before && medians(before)}
      text={(ms) => (ms === 0 ? '0' : duration(ms))}
    />
  )
}
