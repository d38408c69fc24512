import { NativeSelect } from '@mantine/core'
import type { ChatCount, DeliveryStatistics, StatisticsRatingsAnswer, Workspace } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { api, departmentsQuery, numbersQuery, poll, queryClient, teamQuery, workspaceQuery } from '../../api/api.ts'
import { NumberField, useNumber } from '../../messages/fields.tsx'
import { isMessageStatus } from '../../parts/message.tsx'
import { Age } from '../../parts/moment.tsx'
import { Empty, Facts, Loaded, Page, Panel, PlaceLink } from '../../parts/page.tsx'
import { errorName, ranked } from '../../parts/problem.tsx'
import { ListPanel } from '../../parts/resource.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { useMay, useWorkspaceId } from '../../session/session.ts'
import { duration, numberText, percentText, say } from '../../words/words.ts'
import { AnswerTimes, InboxReport } from './answers.tsx'
import { Chart, Figure } from './chart.tsx'
import { answersQuery, type Compared, deliveryQuery, ratingsQuery, type Scope, usageQuery } from './data.ts'
import styles from './reports.module.css'
import { hoursOf, type InOut, type Workload, workloadFilters, workloadsOf } from './sums.ts'
import { InOutChart, Usage } from './usage.tsx'

type Counts = StatisticsRatingsAnswer['total']

/** How customers rated resolved conversations: on average, by score, member and department. */
function Ratings({ scope }: { scope: Scope }) {
  const query = useQuery(ratingsQuery(scope))
  const mayOpen = useMay()('automations.list')
  return (
    <Panel title={say('report.ratings')}>
      <Loaded query={query}>
        {(ratings) =>
          ratings.now.total.asked === 0 ? (
            <Empty title={say('report.noRatings')}>
              {say('report.noRatingsWhy')}{' '}
              {mayOpen && <PlaceLink to="settings/automations">{say('nav.automations')}</PlaceLink>}
            </Empty>
          ) : (
            <Rated ratings={ratings} />
          )
        }
      </Loaded>
    </Panel>
  )
}

/** The ratings in figures, a chart and tables. A member without a name has left. */
function Rated({ ratings: { now, before } }: { ratings: Compared<StatisticsRatingsAnswer> }) {
  const { total, members, departments } = now
  const names = useQuery(departmentsQuery(useWorkspaceId())).data ?? []
  const byMember = members.map((each) => ({ ...each, id: each.member, name: each.name ?? say('report.leftMember') }))
  const byDepartment = departments.map((each) => {
    const { department: id } = each
    return { ...each, id, name: names.find((known) => known.id === id)?.name ?? id }
  })
  const tables = [
    { label: say('report.ratingsByMember'), first: say('report.member'), rows: byMember },
    { label: say('report.ratingsByDepartment'), first: say('report.department'), rows: byDepartment },
  ]
  return (
    <>
      <Facts
        facts={[
          [say('report.average'), <Figure key="average" now={total.average} before={before?.total.average} />],
          [say('report.rated'), <Figure key="rated" now={total.answers} before={before?.total.answers} />],
          [say('report.asked'), <Figure key="asked" now={total.asked} before={before?.total.asked} />],
        ]}
      />
      <Chart
        label={say('report.ratings')}
        names={total.scores.map((_, i) => numberText(i + 1))}
        series={[{ name: say('report.rated'), color: 'link', values: total.scores }]}
        before={before?.total.scores}
        text={numberText}
      />
      <details className={styles.table}>
        <summary>{say('word.asTable')}</summary>
        <Rows
          label={say('report.ratings')}
          columns={scoreColumns()}
          rows={total.scores.map((count, i) => ({ name: numberText(i + 1), count }))}
          keyOf={({ name }) => name}
        />
      </details>
      {tables.map(
        ({ label, first, rows }) =>
          rows.length > 0 && (
            <Rows key={label} label={label} columns={columns(first)} rows={rows} keyOf={({ id }) => id} />
          ),
      )}
    </>
  )
}

const columns = (firstColumn: string): Column<Counts & { id: string; name: string }>[] => [
  { name: firstColumn, cell: ({ name }) => name },
  { name: say('report.average'), cell: ({ average }) => average && numberText(average), isNumber: true },
  { name: say('report.rated'), cell: ({ answers }) => numberText(answers), isNumber: true },
  { name: say('report.asked'), cell: ({ asked }) => numberText(asked), isNumber: true },
]

const scoreColumns = (): Column<{ name: string; count: number }>[] => [
  { name: say('about.rating'), cell: ({ name }) => name },
  { name: say('report.rated'), cell: ({ count }) => numberText(count), isNumber: true },
]

/** What became of one number's messages in at most 30 days, how long that took, and their errors, most frequent first. */
function Delivery({ scope }: { scope: Scope }) {
  const choice = useNumber()
  const { number } = choice
  const query = useQuery(deliveryQuery(scope, number))
  const numbers = useQuery(numbersQuery(scope.workspace))
  const select = <NumberField size="xs" aria-label={say('view.number')} choice={choice} />
  const nothing = <Empty title={say('report.nothing')} />
  return (
    <Panel title={say('report.delivery')} actions={select}>
      {number === '' ? (
        <Loaded query={numbers}>{() => nothing}</Loaded>
      ) : (
        <Loaded query={query}>
          {({ now, before }) =>
            now.total.total === 0 ? nothing : <Outcome outcome={{ now: now.total, before: before?.total }} />
          }
        </Loaded>
      )}
    </Panel>
  )
}

const shareText = (rate: number) => percentText(rate, 1)
/** Returns in words how long a step took: the median, and the time that 95 of 100 messages took at most. */
const spread = (times: DeliveryStatistics['queuedToSentMs']) =>
  times && say('report.spread', { half: duration(times.p50), most: duration(times.p95) })

/** Statuses of messages that don't count in shares, because they were not sent to the provider. */
const undecided: readonly string[] = ['scheduled', 'queued', 'sending', 'canceled']

/** Returns a share; null if there is no message to compute it from: the API then gives 0, which would look as if all had failed. */
function shareOf(name: 'sentRate' | 'deliveredRate', { statuses, ...rates }: DeliveryStatistics): number | null {
  const isAnySent = name === 'sentRate' || rates.sentRate > 0
  return isAnySent && Object.keys(statuses).some((each) => !undecided.includes(each)) ? rates[name] : null
}

/** Shares and counts of a number's messages, the times that they took, and their errors. */
function Outcome({ outcome: { now: total, before } }: { outcome: Compared<DeliveryStatistics> }) {
  const rate = (name: 'sentRate' | 'deliveredRate') => (
    <Figure now={shareOf(name, total)} before={before && shareOf(name, before)} text={shareText} isShare />
  )
  const errors = ranked(total.errors)
  return (
    <>
      <Facts
        facts={[
          [say('word.messages'), <Figure key="total" now={total.total} before={before?.total} />],
          [say('report.sentRate'), rate('sentRate')],
          [say('report.deliveredRate'), rate('deliveredRate')],
          [say('report.toSent'), spread(total.queuedToSentMs)],
          [say('report.toDelivered'), spread(total.sentToDeliveredMs)],
          ...ranked(total.statuses).map(({ name, count }) => [statusName(name), numberText(count)] as const),
        ]}
      />
      {errors.length > 0 && (
        <Rows label={say('report.errors')} columns={errorColumns()} rows={errors} keyOf={({ name }) => name} />
      )}
    </>
  )
}

/** Returns a status in words. A status newer than the dashboard keeps the API's name. */
const statusName = (name: string) => (isMessageStatus(name) ? say(`status.${name}`) : name)

const errorColumns = (): Column<{ name: string; count: number }>[] => [
  { name: say('word.error'), cell: ({ name }) => <span title={name}>{errorName(name) ?? name}</span> },
  { name: say('word.messages'), cell: ({ count }) => numberText(count), isNumber: true },
]

/** The messages in each hour of the day, added up over all days of the period, which are at most 20. */
function ByHour({ scope }: { scope: Scope }) {
  const query = useQuery(answersQuery(scope, 'hour'))
  return (
    <Panel title={say('report.byHour')}>
      <Loaded query={query}>
        {({ now, before }) => {
          const hours = hoursOf(now.buckets, scope.timeZone)
          const hoursBefore = before && hoursOf(before.buckets, scope.timeZone)
          return (
            <>
              <InOutChart label={say('report.byHour')} columns={hours} before={hoursBefore} />
              <details className={styles.table}>
                <summary>{say('word.asTable')}</summary>
                <Rows label={say('report.byHour')} columns={hourColumns()} rows={hours} keyOf={({ name }) => name} />
              </details>
            </>
          )
        }}
      </Loaded>
    </Panel>
  )
}

const hourColumns = (): Column<InOut & { name: string }>[] => [
  { name: say('report.hour'), cell: ({ name }) => name },
  { name: say('report.in'), cell: (row) => numberText(row.in), isNumber: true },
  { name: say('report.out'), cell: ({ out }) => numberText(out), isNumber: true },
]

const ranges = ['7', '30', '90']

/** Reports for the last days, 30 by default. Days are those of the workspace's time zone, so that all readers see the same figures. */
export function ReportsScreen() {
  const { days: asked = '' } = useSearch({ strict: false }) as { days?: string }
  const days = ranges.includes(asked) ? Number(asked) : 30
  const navigate = useNavigate()
  const workspace = useQuery(workspaceQuery(useWorkspaceId()))
  const select = (
    <NativeSelect
      aria-label={say('report.range')}
      data={ranges.map((each) => ({ value: each, label: say('report.days', { count: Number(each) }) }))}
      value={String(days)}
      onChange={(event) => void navigate({ to: '.', search: { days: event.currentTarget.value } })}
    />
  )
  return (
    <Page title={say('nav.reports')} lead={lead(workspace.data)} actions={select}>
      <Loaded query={workspace}>
        {({ id, settings: { timeZone } }) => <Panels scope={{ workspace: id, days, timeZone }} />}
      </Loaded>
    </Page>
  )
}

/** Says in which time zone days begin, and what the figures are compared with. */
const lead = (workspace: Workspace | undefined) =>
  workspace && say('report.lead', { zone: workspace.settings.timeZone.replaceAll('_', ' ') })

/** The reports. Each loads separately, so that a slow one doesn't hide the others. */
function Panels({ scope }: { scope: Scope }) {
  const query = useQuery(usageQuery(scope))
  return (
    <>
      <InboxReport scope={scope} />
      <Team />
      <Loaded query={query}>{(usage) => <Usage usage={usage} timeZone={scope.timeZone} />}</Loaded>
      <AnswerTimes scope={scope} />
      <Ratings scope={scope} />
      <ByHour scope={scope} />
      <Delivery scope={scope} />
    </>
  )
}

/** Each member's open chats now, and the unassigned ones: how many, how many are unread or wait for an answer, and the longest wait. */
function Team() {
  const workspace = useWorkspaceId()
  const query = useQuery({
    queryKey: ['counts', workspace, 'team'],
    queryFn: async ({ signal }) => {
      const members = await queryClient.fetchQuery(teamQuery(workspace))
      const counts: Record<string, ChatCount> = {}
      // One after another: a large team must not take all requests that the person may have in flight.
      for (const filters of workloadFilters(members)) {
        Object.assign(counts, await api.chats.counts({ filters }, { signal }))
      }
      return workloadsOf(members, counts)
    },
    refetchInterval: poll(30_000),
  })
  return <ListPanel query={query} label={say('report.team')} columns={teamColumns()} keyOf={({ id }) => id} />
}

/** Returns a count, with a plus if not all chats were counted. */
const countText = (count: number, isMore: boolean) => `${numberText(count)}${isMore ? '+' : ''}`

const teamColumns = (): Column<Workload>[] => [
  { name: say('report.member'), cell: ({ name }) => name ?? say('view.unassigned') },
  { name: say('report.open'), cell: ({ open, more }) => countText(open, more), isNumber: true },
  { name: say('view.unread'), cell: ({ unread, more }) => countText(unread, more), isNumber: true },
  { name: say('report.waits'), cell: ({ waiting, moreWaiting }) => countText(waiting, moreWaiting), isNumber: true },
  { name: say('report.longest'), cell: ({ oldestAt }) => oldestAt && <Age since={oldestAt} />, isNumber: true },
]
