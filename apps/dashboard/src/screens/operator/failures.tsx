import { useQuery } from '@tanstack/react-query'
import type { Failure } from '../../api/operator.ts'
import { Empty } from '../../parts/empty.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Panel } from '../../parts/page.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { fullMoment } from '../../words/moments.ts'
import { numberText, say } from '../../words/say.ts'
import { failuresQuery, queuesQuery } from './data.ts'
import { useWorkspaceNames } from './workspace-names.ts'

/** Failed calls to WhatsApp in the last day, by workspace, number and error. */
export function Failures() {
  const nameOf = useWorkspaceNames()
  const queues = useQuery({ ...queuesQuery(), refetchInterval: false }).data?.queues ?? []
  const numberOf = (id: string) => queues.find(({ number }) => number === id)?.name ?? id
  return (
    <Panel title={say('operator.failures24')}>
      <p>{say('operator.failuresWhy')}</p>
      <Loaded query={useQuery(failuresQuery())}>
        {(failures) =>
          failures.length === 0 ? (
            <Empty title={say('operator.noFailures')} />
          ) : (
            <Rows
              label={say('operator.failures24')}
              columns={columns(nameOf, numberOf)}
              rows={failures}
              keyOf={({ number, errorCode }) => `${number} ${errorCode}`}
            />
          )
        }
      </Loaded>
    </Panel>
  )
}

type Name = (id: string) => string

const columns = (nameOf: Name, numberOf: Name): Column<Failure>[] => [
  { name: say('operator.workspace'), cell: ({ workspace }) => nameOf(workspace) },
  { name: say('operator.number'), cell: ({ number }) => numberOf(number) },
  { name: say('operator.error'), cell: ({ errorCode }) => <code>{errorCode}</code> },
  { name: say('operator.count'), cell: ({ count }) => numberText(count), isNumber: true },
  { name: say('operator.lastAt'), cell: ({ lastAt }) => fullMoment(lastAt) },
  { name: say('operator.lastMessage'), cell: ({ message }) => <code>{message}</code> },
]
