import type { StatisticsAnswersAnswer, StatisticsInboxAnswer } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { numbersQuery } from '../../api/api.ts'
import { useNow } from '../../parts/moment.tsx'
import { Empty, Facts, Loaded, Panel, PlaceLink } from '../../parts/page.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { useWorkspaceId } from '../../session/session.ts'
import { duration, fullDay, numberText, say, shortDay } from '../../words/words.ts'
import { Chart, Figure } from './chart.tsx'
import { answersQuery, type Compared, inboxQuery, type Scope } from './data.ts'
import styles from './reports.module.css'
import { daysOf } from './sums.ts'

/**
 * Customers who wait now, and each day's messages and questions, for at most 30 days. A question is all that a customer writes before an
 * answer.
 */
export function InboxReport({ scope }: { scope: Scope }) {
  const query = useQuery(inboxQuery(scope))
  return (
    <Panel title={say('report.inbox')}>
      <Loaded query={query}>{(inbox) => <Volume inbox={inbox} timeZone={scope.timeZone} />}</Loaded>
    </Panel>
  )
}

/** The report's figures and chart, which are compared with the period before, and its table, for screen readers too. */
function Volume({ inbox: { now, before }, timeZone }: { inbox: Compared<StatisticsInboxAnswer>; timeZone: string }) {
  const { waiting, total } = now
  const daysIn = (inbox: StatisticsInboxAnswer) => daysOf<QuestionCounts>(inbox, timeZone, nothing)
  const byDay = daysIn(now)
  const figure = (name: keyof QuestionCounts) => <Figure now={total[name]} before={before?.total[name]} />
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
        <summary>{say('word.asTable')}</summary>
        <Rows label={say('report.inbox')} columns={questionColumns()} rows={byDay} keyOf={({ name }) => name} />
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

type QuestionCounts = Omit<StatisticsInboxAnswer['buckets'][number], 'from'>
type Day = QuestionCounts & { name: string }

const nothing: QuestionCounts = { in: 0, out: 0, answered: 0, unanswered: 0 }

const questionColumns = (): Column<Day>[] => [
  { name: say('report.day'), cell: ({ name }) => fullDay(name) },
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

/** The answer times: the median, and the time that 9 of 10 answers took at most. In total and by day, compared with the period before. */
function Measured({ answers: { now, before }, timeZone }: { answers: Compared<Answers>; timeZone: string }) {
  const { total, numbers, members } = now
  const names = useQuery(numbersQuery(useWorkspaceId())).data ?? []
  const byNumber = numbers.map((each) => ({
    ...each,
    name: names.find(({ id }) => id === each.number)?.name ?? each.number,
  }))
  const byMember = members.map((each) => ({ ...each, name: each.name ?? each.member }))
  const daysIn = (answers: Answers) => daysOf<TimeCounts>(answers, timeZone, { out: 0, answers: 0, answerMs: null })
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
        <summary>{say('word.asTable')}</summary>
        <Rows
          label={say('report.answersByDay')}
          columns={timeColumns(say('report.day'))}
          rows={byDay.map((each) => ({ ...each, name: fullDay(each.name) }))}
          keyOf={({ name }) => name}
        />
      </details>
      {byMember.length > 0 && (
        <Rows
          label={say('report.answersByMember')}
          columns={timeColumns(say('report.member'))}
          rows={byMember}
          keyOf={({ member }) => member}
        />
      )}
      <Rows
        label={say('report.answersByNumber')}
        columns={timeColumns(say('view.number'))}
        rows={byNumber}
        keyOf={({ number }) => number}
      />
    </>
  )
}

type TimeCounts = { out: number; answers: number; answerMs: Times }
type Row = TimeCounts & { name: string }

const timeColumns = (firstColumn: string): Column<Row>[] => [
  { name: firstColumn, cell: ({ name }) => name },
  { name: say('report.out'), cell: ({ out }) => numberText(out), isNumber: true },
  { name: say('report.answerCount'), cell: ({ answers }) => numberText(answers), isNumber: true },
  { name: say('report.half'), cell: ({ answerMs }) => answerMs && duration(answerMs.p50), isNumber: true },
  { name: say('report.most'), cell: ({ answerMs }) => answerMs && duration(answerMs.p90), isNumber: true },
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
