import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { DeadEvent, Service } from '../../api/operator.ts'
import styles from '../../parts/desk.module.css'
import { Panel } from '../../parts/page.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { fullMoment } from '../../words/moments.ts'
import { numberText, say } from '../../words/say.ts'
import { deadEventsQuery } from './data.ts'
import { ApplyButton, DetailsButton, DiscardButton } from './dead-event-buttons.tsx'
import { useWorkspaceNames } from './workspace-names.ts'

/** Dead events and their actions; nothing if there are none. */
export function DeadEvents() {
  const { data = [] } = useQuery(deadEventsQuery())
  const nameOf = useWorkspaceNames()
  if (data.length === 0) return null
  return (
    <Panel title={say('operator.deadEvents')}>
      <p>{say('operator.deadEventsWhy')}</p>
      <Rows label={say('operator.deadEvents')} columns={columns(nameOf)} rows={data} keyOf={keyOf} />
    </Panel>
  )
}

type Row = DeadEvent & { service: Service }

const keyOf = ({ service, event }: Row) => `${service} ${event}`

const columns = (nameOf: (workspace: string) => string): Column<Row>[] => [
  { name: say('operator.service'), cell: ({ service }) => <b className={styles.whole}>{service}</b> },
  {
    name: say('operator.event'),
    cell: ({ kind, event }) => (
      <code className={styles.whole} title={event}>
        {kind}
      </code>
    ),
  },
  { name: say('operator.workspace'), cell: ({ workspace }) => workspace && nameOf(workspace) },
  { name: say('operator.error'), cell: ({ error }) => error },
  { name: say('operator.tries'), cell: ({ deliveries }) => numberText(deliveries), isNumber: true },
  { name: say('operator.at'), cell: ({ diedAt }) => fullMoment(diedAt) },
  {
    name: '',
    cell: (row) => (
      <Group gap="xs">
        <DetailsButton {...row} />
        <ApplyButton {...row} />
        <DiscardButton {...row} />
      </Group>
    ),
  },
]
