import { Button, Group, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import styles from '../../parts/desk.module.css'
import { ConfirmButton } from '../../parts/dialogs.tsx'
import { TextField, useFields } from '../../parts/form.tsx'
import { Moment } from '../../parts/moment.tsx'
import { CodeBlock, Facts, Loaded, Panel, Status, type Tone } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { duration, fullMoment, momentText, numberText, percentText, say, sizeText } from '../../words/words.ts'
import {
  type DeadEvent,
  deadEventQuery,
  deadEventsQuery,
  type LoopStatus,
  operator,
  processesQuery,
  type Service,
  type ServiceProcess,
  useWorkspaceNames,
} from './data.ts'
import { stateOfService, streamOf } from './statuses.ts'

/** Dead events with their actions, first on the page. Shows nothing while they load, or if there are none, as there should be. */
function DeadEvents() {
  const { data = [], error } = useQuery(deadEventsQuery())
  const nameOf = useWorkspaceNames()
  if (error !== null && data.length === 0) return <Problem error={error} />
  if (data.length === 0) return null
  return (
    <Panel title={say('operator.dead')}>
      <p>{say('operator.deadEventsWhy')}</p>
      <Rows
        label={say('operator.dead')}
        columns={deadEventColumns(nameOf)}
        rows={data}
        keyOf={({ service, event }) => `${service} ${event}`}
      />
    </Panel>
  )
}

/** A dead event, with the service that could not publish or apply it. */
type ServiceDeadEvent = DeadEvent & { service: Service }

const deadEventColumns = (nameOf: (workspaceId: string) => string): Column<ServiceDeadEvent>[] => [
  { name: say('operator.service'), cell: ({ service }) => <b className={styles.whole}>{service}</b> },
  {
    name: say('delivery.event'),
    cell: ({ kind, event }) => (
      <code className={styles.whole} title={event}>
        {kind}
      </code>
    ),
  },
  { name: say('nav.workspace'), cell: ({ workspace }) => workspace && nameOf(workspace) },
  { name: say('word.error'), cell: ({ error }) => error },
  { name: say('word.attempts'), cell: ({ deliveries }) => numberText(deliveries), isNumber: true },
  { name: say('operator.at'), cell: ({ diedAt }) => fullMoment(diedAt) },
  {
    name: '',
    cell: (row) => (
      <Group gap={4} wrap="nowrap">
        <DetailsButton {...row} />
        <ApplyButton {...row} />
        <DiscardButton {...row} />
      </Group>
    ),
  },
]

function DetailsButton(dead: ServiceDeadEvent) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
        {say('word.show')}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={dead.kind} size="lg">
        <Details {...dead} />
      </Modal>
    </>
  )
}

/** A dead event's contents, read when the dialog opens. The service has replaced what may be personal or secret with hashes. */
function Details({ service, event, error }: ServiceDeadEvent) {
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
              [say('word.error'), error],
            ]}
          />
          <p>{say('operator.contentsRedacted')}</p>
          <CodeBlock label={say('operator.contents')} text={JSON.stringify(data, null, 2)} />
        </>
      )}
    </Loaded>
  )
}

/** Applies a dead event once more, after its cause is fixed. */
function ApplyButton({ service, event, kind }: ServiceDeadEvent) {
  return (
    <ConfirmButton
      name={say('message.retry')}
      text={say('operator.applyWhy', { service })}
      run={() => operator.applyDeadEvent(service, event)}
      changes={['operator']}
      done={() => say('operator.applied', { kind, service })}
    />
  )
}

/** Discards a dead event, so that the service never applies it. The operator has to give a reason. */
function DiscardButton({ service, event, kind }: ServiceDeadEvent) {
  const { fields, bind } = useFields({ reason: '' })
  const reason = fields.reason.trim()
  const text = (
    <>
      <p>{say('operator.discardWhy', { service })}</p>
      <TextField label={say('word.reason')} maxLength={200} {...bind('reason')} />
    </>
  )
  return (
    <ConfirmButton
      name={say('outbox.discard')}
      text={text}
      isReady={reason !== ''}
      run={() => operator.discardDeadEvent(service, { event, reason })}
      changes={['operator']}
      done={() => say('operator.discarded', { kind })}
    />
  )
}

/** The processes of all services, the event stream, the loops, and the dead events. */
export function Processes() {
  return (
    <>
      <DeadEvents />
      <Loaded query={useQuery(processesQuery())}>
        {(processes) => (
          <>
            <Panel title={say('operator.processes')}>
              <Rows
                label={say('operator.processes')}
                columns={processColumns()}
                rows={processes}
                keyOf={({ service }) => service}
              />
            </Panel>
            <Stream processes={processes} />
            <Loops processes={processes} />
          </>
        )}
      </Loaded>
    </>
  )
}

/** Returns a number as text; null if the service is down or doesn't report it. */
const countText = (value: number | null | undefined) => (typeof value === 'number' ? numberText(value) : null)

const processColumns = (): Column<ServiceProcess>[] => [
  { name: say('operator.service'), cell: ({ service }) => <b className={styles.whole}>{service}</b> },
  {
    name: say('word.status'),
    cell: (row) => (
      <div>
        <Status {...stateOfService(row)} />
        {row.process?.reasons.map((reason) => (
          <div key={reason}>{reason}</div>
        ))}
      </div>
    ),
  },
  { name: say('operator.startedAt'), cell: ({ process }) => process && fullMoment(process.startedAt) },
  {
    name: say('operator.outbox'),
    cell: ({ process }) => {
      const outbox = process?.outbox
      if (!outbox) return null
      return outbox.waiting === 0 ? '0' : `${numberText(outbox.waiting)} · ${duration(outbox.oldestAgeMs)}`
    },
    isNumber: true,
  },
  { name: say('operator.pending'), cell: ({ process }) => countText(process?.bus.pending), isNumber: true },
  { name: say('operator.dead'), cell: ({ process }) => countText(process?.deadEvents), isNumber: true },
  {
    name: say('operator.memory'),
    cell: ({ process }) => process && <span className={styles.whole}>{sizeText(process.memoryBytes)}</span>,
    isNumber: true,
  },
]

/** How full the event stream is, and what reads it most slowly. */
function Stream({ processes }: { processes: readonly ServiceProcess[] }) {
  const stream = streamOf(processes)
  return (
    <Panel title={say('operator.stream')}>
      <Facts
        facts={[
          [say('operator.fill'), stream === null ? say('number.unknown') : percentText(stream.fill, 1)],
          [say('operator.slowest'), stream?.slowest],
        ]}
      />
    </Panel>
  )
}

type ServiceLoop = LoopStatus & { service: Service }

const tones: Record<LoopStatus['status'], Tone> = { working: 'good', resting: 'quiet', failing: 'bad' }

/** The loops of the processes that responded, most failures first. A process with the role `api` runs none, which a note says. */
function Loops({ processes }: { processes: readonly ServiceProcess[] }) {
  const loops = processes.flatMap(({ service, process }): ServiceLoop[] =>
    (process?.loops ?? []).map((loop) => ({ ...loop, service })),
  )
  const isSplit = processes.some(({ process }) => process?.role === 'api')
  return (
    <Panel title={say('operator.loops')}>
      {isSplit && <p>{say('operator.loopsElsewhere')}</p>}
      <Rows
        label={say('operator.loops')}
        columns={loopColumns()}
        rows={loops.toSorted((a, b) => b.failures - a.failures)}
        keyOf={({ service, name }) => `${service} ${name}`}
      />
    </Panel>
  )
}

const loopColumns = (): Column<ServiceLoop>[] => [
  { name: say('operator.service'), cell: ({ service }) => service },
  { name: say('operator.loop'), cell: ({ name }) => <code>{name}</code> },
  {
    name: say('word.status'),
    cell: ({ status, failures, error }) => (
      <div>
        <Status tone={tones[status]} text={say(`operator.loop.${status}`)} />
        {error && <div>{`${say('operator.roundsFailed', { count: failures })} ${error}`}</div>}
      </div>
    ),
  },
  {
    name: say('operator.lastRound'),
    cell: ({ lastRoundAt }) => lastRoundAt && <Moment at={lastRoundAt} text={momentText(lastRoundAt)} />,
    isNumber: true,
  },
]
