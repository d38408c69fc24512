import { Button, Group, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type DeadEvent, operator, type Service } from '../../api/operator.ts'
import { useAction } from '../../api/queries.ts'
import { CodeBlock } from '../../parts/code.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import styles from '../../parts/desk.module.css'
import { DeskForm } from '../../parts/desk-form.tsx'
import { Facts } from '../../parts/facts.tsx'
import { TextField, useFields } from '../../parts/fields.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Panel } from '../../parts/page.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { fullMoment } from '../../words/moments.ts'
import { numberText, say } from '../../words/say.ts'
import { deadEventQuery, deadEventsQuery, useWorkspaceNames } from './data.ts'

/** Dead events with their actions. Shows nothing if there are none. */
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

const columns = (nameOf: (workspaceId: string) => string): Column<Row>[] => [
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

type Props = DeadEvent & { service: Service }

const changes = [['operator']] as const

function DetailsButton(dead: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
        {say('operator.show')}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={dead.kind} size="lg">
        <Details {...dead} />
      </Modal>
    </>
  )
}

function Details({ service, event, error }: Props) {
  return (
    <Loaded query={useQuery(deadEventQuery(service, event))}>
      {({ occurredAt, aggregate, data }) => (
        <>
          <Facts
            facts={[
              [say('operator.id'), <code key="id">{event}</code>],
              [say('operator.occurredAt'), fullMoment(occurredAt)],
              [say('operator.about'), <code key="about">{aggregate.id}</code>],
              [say('operator.version'), aggregate.version],
              [say('operator.error'), error],
            ]}
          />
          <p>{say('operator.contentsWhy')}</p>
          <CodeBlock label={say('operator.contents')} text={JSON.stringify(data, null, 2)} />
        </>
      )}
    </Loaded>
  )
}

/** Applies a dead event once more, after its cause is fixed. */
function ApplyButton({ service, event, kind }: Props) {
  const apply = useAction({
    run: () => operator.applyDeadEvent(service, event),
    changes,
    done: () => say('operator.applied', { kind, service }),
  })
  return (
    <ConfirmButton
      name={say('operator.apply')}
      text={say('operator.applyWhy', { service })}
      run={() => apply.mutateAsync(undefined)}
    />
  )
}

/** Discards a dead event, so that the service never applies it. The operator has to give a reason. */
function DiscardButton({ service, event, kind }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { fields, bind } = useFields({ reason: '' })
  const discard = useAction({
    run: () => operator.discardDeadEvent(service, { event, reason: fields.reason.trim() }),
    changes,
    done: () => say('operator.discarded', { kind }),
    isOfForm: true,
  })
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
        {say('operator.discard')}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={say('operator.discard')}>
        <p>{say('operator.discardWhy', { service })}</p>
        <DeskForm
          submitName={say('operator.discard')}
          isBusy={discard.isPending}
          error={discard.error}
          onSubmit={() => discard.mutate(undefined)}
        >
          <TextField label={say('operator.reason')} required maxLength={200} {...bind('reason')} />
        </DeskForm>
      </Modal>
    </>
  )
}
