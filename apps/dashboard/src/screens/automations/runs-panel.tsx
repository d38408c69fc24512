import type { AutomationRun } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { Empty } from '../../parts/empty.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { outcomeOf } from '../../parts/outcome.ts'
import { Panel } from '../../parts/page.tsx'
import { PlaceLink } from '../../parts/place-link.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { Status } from '../../parts/status.tsx'
import { useWorkspaceId } from '../../session/me.ts'
import { fullMoment } from '../../words/moments.ts'
import { say } from '../../words/say.ts'
import { runsQuery } from './data.ts'

/** The automation's recent runs. */
export function RunsPanel({ id }: { id: string }) {
  return (
    <Panel title={say('automation.runs')}>
      <Loaded query={useQuery(runsQuery(useWorkspaceId(), id))}>
        {(runs) =>
          runs.length === 0 ? (
            <Empty title={say('automation.noRuns')}>{say('automation.noRunsWhy')}</Empty>
          ) : (
            <Rows label={say('automation.runs')} columns={columns()} rows={runs} keyOf={(run) => run.id} />
          )
        }
      </Loaded>
    </Panel>
  )
}

const tones = { done: 'good', skipped: 'quiet', failed: 'bad' } as const

const columns = (): Column<AutomationRun>[] => [
  {
    name: say('automation.at'),
    cell: ({ chat, createdAt }) => <PlaceLink to={`inbox/all/${chat}`}>{fullMoment(createdAt)}</PlaceLink>,
  },
  {
    name: say('automation.status'),
    cell: ({ status }) => <Status tone={tones[status]} text={say(`automation.status.${status}`)} />,
  },
  { name: say('automation.did'), cell: outcomeOf },
]
