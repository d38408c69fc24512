import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { teamQuery } from '../../api/lists.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Age } from '../../parts/moment.tsx'
import { Panel } from '../../parts/page.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { useWorkspaceId } from '../../session/me.ts'
import { numberText, say } from '../../words/say.ts'
import { type Load, loadFilters, loadsOf } from './loads.ts'

/** Open and waiting chats of each member and unassigned ones, with the longest wait. */
export function Team() {
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
        {(loads) => <Rows label={say('report.team')} columns={columns()} rows={loads} keyOf={({ id }) => id} />}
      </Loaded>
    </Panel>
  )
}

const columns = (): Column<Load>[] => [
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
