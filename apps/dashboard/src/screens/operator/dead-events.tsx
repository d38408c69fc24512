import { useQuery } from '@tanstack/react-query'
import type { DeadEvent, Service } from '../../api/operator.ts'
import { Panel } from '../../parts/page.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { fullMoment } from '../../words/moments.ts'
import { say } from '../../words/say.ts'
import { deadEventsQuery } from './data.ts'

/** Events that services could not apply; nothing where there are none. */
export function DeadEvents() {
  const { data = [] } = useQuery(deadEventsQuery())
  if (data.length === 0) return null
  return (
    <Panel title={say('operator.deadEvents')}>
      <p>{say('operator.deadEventsWhy')}</p>
      <Rows label={say('operator.deadEvents')} columns={columns()} rows={data} keyOf={keyOf} />
    </Panel>
  )
}

type Row = DeadEvent & { service: Service }

const keyOf = ({ service, event }: Row) => `${service} ${event}`

const columns = (): Column<Row>[] => [
  { name: say('operator.service'), cell: ({ service }) => service },
  { name: say('operator.event'), cell: ({ kind, event }) => <code title={event}>{kind}</code> },
  { name: say('operator.error'), cell: ({ error }) => error },
  { name: say('operator.at'), cell: ({ diedAt }) => fullMoment(diedAt) },
]
