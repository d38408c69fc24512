import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { teamQuery } from '../../api/lists.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Age } from '../../parts/moment.tsx'
import { Page, Panel } from '../../parts/page.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { useWorkspaceId } from '../../session/me.ts'
import { numberText, say } from '../../words/say.ts'
import { AnswerTimes } from './answers.tsx'
import { answersQuery, usageQuery } from './data.ts'
import { Delivery } from './delivery.tsx'
import { InboxNow } from './inbox-now.tsx'
import { Ratings } from './ratings.tsx'
import styles from './reports.module.css'
import { hoursOf, type InOut, type Load, loadFilters, loadsOf } from './sums.ts'
import { InOutChart, Usage } from './usage.tsx'

export function ByHour({ days }: { days: number }) {
  const query = useQuery(answersQuery(useWorkspaceId(), days, 'hour'))
  return (
    <Panel title={say('report.byHour')}>
      <Loaded query={query}>
        {({ buckets }) => {
          const hours = hoursOf(buckets)
          return (
            <>
              <InOutChart label={say('report.byHour')} columns={hours} />
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
  const query = useQuery(usageQuery(useWorkspaceId(), days))
  const select = (
    <NativeSelect
      aria-label={say('report.range')}
      data={ranges.map((each) => ({ value: each, label: say('report.days', { count: Number(each) }) }))}
      value={String(days)}
      onChange={(event) => void navigate({ to: '.', search: { days: event.currentTarget.value } as never })}
    />
  )
  return (
    <Page title={say('nav.reports')} lead={say('report.lead')} actions={select}>
      <InboxNow days={days} />
      <Team />
      <Loaded query={query}>{(usage) => <Usage usage={usage} />}</Loaded>
      <AnswerTimes days={days} />
      <Ratings days={days} />
      <ByHour days={days} />
      <Delivery days={days} />
    </Page>
  )
}

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
