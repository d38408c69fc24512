import { NativeSelect } from '@mantine/core'
import type { Workspace } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { teamQuery, workspaceQuery } from '../../api/lists.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Age } from '../../parts/moment.tsx'
import { Page, Panel } from '../../parts/page.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { useWorkspaceId } from '../../session/me.ts'
import { numberText, say } from '../../words/say.ts'
import { AnswerTimes } from './answers.tsx'
import { answersQuery, type Scope, usageQuery } from './data.ts'
import { Delivery } from './delivery.tsx'
import { InboxNow } from './inbox-now.tsx'
import { Ratings } from './ratings.tsx'
import styles from './reports.module.css'
import { hoursOf, type InOut, type Load, loadFilters, loadsOf } from './sums.ts'
import { InOutChart, Usage } from './usage.tsx'

/** The messages in each hour of the day, added up over all days of the period. */
export function ByHour({ scope }: { scope: Scope }) {
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
  { name: say('report.in'), cell: (row) => numberText(row.in), isNumber: true },
  { name: say('report.out'), cell: ({ out }) => numberText(out), isNumber: true },
]

const ranges = ['7', '30', '90']

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

function Panels({ scope }: { scope: Scope }) {
  const query = useQuery(usageQuery(scope))
  return (
    <>
      <InboxNow scope={scope} />
      <Team />
      <Loaded query={query}>{(usage) => <Usage usage={usage} timeZone={scope.timeZone} />}</Loaded>
      <AnswerTimes scope={scope} />
      <Ratings scope={scope} />
      <ByHour scope={scope} />
      <Delivery scope={scope} />
    </>
  )
}

/** How many chats each member has now, and how many of those customers are waiting. */
function Team() {
  const workspace = useWorkspaceId()
  const team = useQuery(teamQuery(workspace)).data
  const query = useQuery({
    queryKey: ['counts', workspace, 'team', team?.map(({ id }) => id)],
    queryFn: async ({ signal }) => {
      const members = team ?? []
      return loadsOf(members, await api.chats.counts({ filters: loadFilters(members) }, { signal }))
    },
    enabled: team !== undefined,
    refetchInterval: 30_000,
  })
  return (
    <Panel title={say('report.team')}>
      <Loaded query={query}>
        {(loads) => <Rows label={say('report.team')} columns={teamColumns()} rows={loads} keyOf={({ id }) => id} />}
      </Loaded>
    </Panel>
  )
}

const teamColumns = (): Column<Load>[] => [
  { name: say('report.member'), cell: ({ name }) => name ?? say('report.nobody') },
  { name: say('report.open'), cell: ({ open, more }) => `${numberText(open)}${more ? '+' : ''}`, isNumber: true },
  { name: say('report.unread'), cell: ({ unread }) => numberText(unread), isNumber: true },
  { name: say('report.waits'), cell: ({ waiting }) => numberText(waiting), isNumber: true },
  {
    name: say('report.longest'),
    cell: ({ oldestAt }) => (oldestAt === null ? '–' : <Age since={oldestAt} />),
    isNumber: true,
  },
]
