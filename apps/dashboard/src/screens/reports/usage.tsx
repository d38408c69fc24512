import type { StatisticsUsageAnswer } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { numbersQuery } from '../../api/api.ts'
import { kindName } from '../../parts/message.tsx'
import { Facts, Panel } from '../../parts/page.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { useWorkspaceId } from '../../session/session.ts'
import { fullDay, numberText, say, shortDay } from '../../words/words.ts'
import { Chart, Figure } from './chart.tsx'
import type { Compared } from './data.ts'
import styles from './reports.module.css'
import { type InOut, messagesByDay, sumsBy } from './sums.ts'

type Props = { usage: Compared<StatisticsUsageAnswer>; timeZone: string }

const total = (days: readonly InOut[], name: keyof InOut) => days.reduce((sum, each) => sum + each[name], 0)

/** The number of messages by day, number and type, and of webhook deliveries. */
export function Usage({ usage: { now: usage, before }, timeZone }: Props) {
  const days = messagesByDay(usage, timeZone)
  const daysBefore = before && messagesByDay(before, timeZone)
  const figure = (name: keyof InOut) => (
    <Figure now={total(days, name)} before={daysBefore && total(daysBefore, name)} />
  )
  return (
    <>
      <Panel title={say('word.messages')}>
        <Facts
          facts={[
            [say('report.in'), figure('in')],
            [say('report.out'), figure('out')],
          ]}
        />
        <InOutChart areDays label={say('word.messages')} columns={days} before={daysBefore} />
        <details className={styles.table}>
          <summary>{say('word.asTable')}</summary>
          <SumsTable
            label={say('report.byDay')}
            keyColumn={say('report.day')}
            sums={days.map((day) => [fullDay(day.name), day])}
          />
        </details>
      </Panel>
      <ByNumber usage={usage} />
      <Panel title={say('report.byType')}>
        <SumsTable
          label={say('report.byType')}
          keyColumn={say('word.type')}
          sums={[...sumsBy(usage.days, ({ type }) => kindName(type))]}
        />
      </Panel>
      {usage.deliveries && <WebhookDeliveries deliveries={usage.deliveries} />}
    </>
  )
}

function ByNumber({ usage }: { usage: StatisticsUsageAnswer }) {
  const numbers = useQuery(numbersQuery(useWorkspaceId())).data ?? []
  const nameOf = (id: string) => numbers.find((each) => each.id === id)?.name ?? id
  const sums = [...sumsBy(usage.days, ({ number }) => number)].map(([id, each]) => [nameOf(id), each] as const)
  return (
    <Panel title={say('report.byNumber')}>
      <SumsTable label={say('report.byNumber')} keyColumn={say('view.number')} sums={sums} />
    </Panel>
  )
}

type SumsProps = { label: string; keyColumn: string; sums: readonly (readonly [string, InOut])[] }

/** A table with the messages from and to customers for each key, such as a day or a number. */
function SumsTable({ label, keyColumn, sums }: SumsProps) {
  const columns: Column<readonly [string, InOut]>[] = [
    { name: keyColumn, cell: ([key]) => key },
    { name: say('report.in'), cell: ([, each]) => numberText(each.in), isNumber: true },
    { name: say('report.out'), cell: ([, each]) => numberText(each.out), isNumber: true },
  ]
  // Two numbers may have the same name.
  return <Rows label={label} columns={columns} rows={sums} keyOf={(sum) => String(sums.indexOf(sum))} />
}

/** How many deliveries to webhooks succeeded, failed or wait, and their attempts. Older ones than 31 days are missing: they aren't kept. */
function WebhookDeliveries({ deliveries }: { deliveries: NonNullable<StatisticsUsageAnswer['deliveries']> }) {
  const totalText = (name: 'delivered' | 'failed' | 'waiting' | 'attempts') =>
    numberText(deliveries.reduce((sum, each) => sum + each[name], 0))
  return (
    <Panel title={say('report.webhooks')}>
      <Facts
        facts={[
          [say('timeline.okName'), totalText('delivered')],
          [say('report.failed'), totalText('failed')],
          [say('timeline.backlog'), totalText('waiting')],
          [say('word.attempts'), totalText('attempts')],
        ]}
      />
    </Panel>
  )
}

type Row = InOut & { name: string }
type InOutProps = {
  label: string
  columns: readonly Row[]
  before: readonly Row[] | undefined
  /** Set if the columns' names are dates. */
  areDays?: boolean
}

/** Messages from and to customers. The line for the previous period shows only those from customers. */
export function InOutChart({ label, columns, before, areDays = false }: InOutProps) {
  const names = columns.map(({ name }) => name)
  return (
    <Chart
      label={label}
      names={areDays ? names.map(shortDay) : names}
      fullNames={areDays ? names.map(fullDay) : names}
      series={[
        { name: say('report.in'), color: 'brass', values: columns.map((each) => each.in) },
        { name: say('report.out'), color: 'link', values: columns.map(({ out }) => out) },
      ]}
      before={before?.map((each) => each.in)}
      text={numberText}
    />
  )
}
