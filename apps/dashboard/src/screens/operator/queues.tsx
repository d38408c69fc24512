import { useQuery } from '@tanstack/react-query'
import type { InstalledQueue } from '../../api/operator.ts'
import { Empty } from '../../parts/empty.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Panel } from '../../parts/page.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { Status } from '../../parts/status.tsx'
import { duration } from '../../words/moments.ts'
import { numberText, say } from '../../words/say.ts'
import { queuesQuery } from './data.ts'
import { statusOfQueue } from './statuses.ts'
import { useWorkspaceNames } from './workspace-names.ts'

/** Queues of all workspaces, longest wait first. */
export function Queues() {
  const nameOf = useWorkspaceNames()
  return (
    <Panel title={say('operator.queues')}>
      <Loaded query={useQuery(queuesQuery())}>
        {({ queues, more }) =>
          queues.length === 0 ? (
            <Empty title={say('operator.noNumbers')} />
          ) : (
            <>
              <Rows
                label={say('operator.queues')}
                columns={columns(nameOf)}
                rows={queues}
                keyOf={({ number }) => number}
              />
              {more && <p>{say('operator.moreQueues', { count: queues.length })}</p>}
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}

const columns = (nameOf: (workspace: string) => string): Column<InstalledQueue>[] => [
  { name: say('operator.workspace'), cell: ({ workspace }) => nameOf(workspace) },
  { name: say('operator.number'), cell: ({ name, phone }) => (phone === null ? name : `${name} · ${phone}`) },
  { name: say('operator.status'), cell: (queue) => <Status {...statusOfQueue(queue)} /> },
  { name: say('operator.waiting'), cell: ({ waiting }) => numberText(waiting), isNumber: true },
  {
    name: say('operator.oldest'),
    cell: ({ oldestAgeMs }) => (oldestAgeMs === null ? '–' : duration(oldestAgeMs)),
    isNumber: true,
  },
  { name: say('operator.sending'), cell: ({ sending }) => numberText(sending), isNumber: true },
  { name: say('operator.scheduled'), cell: ({ scheduled }) => numberText(scheduled), isNumber: true },
]
