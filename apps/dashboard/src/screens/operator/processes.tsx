import { useQuery } from '@tanstack/react-query'
import type { LoopStatus, Service } from '../../api/operator.ts'
import styles from '../../parts/desk.module.css'
import { Facts } from '../../parts/facts.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Panel } from '../../parts/page.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { Status, type Tone } from '../../parts/status.tsx'
import { duration, fullMoment } from '../../words/moments.ts'
import { numberText, percentText, say } from '../../words/say.ts'
import { processesQuery, type ServiceProcess } from './data.ts'
import { DeadEvents } from './dead-events.tsx'
import { stateOfService, streamOf } from './statuses.ts'

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
                columns={columns()}
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

const dash = '–'
/** Returns a number as text; a dash if the process doesn't report it. */
const countText = (value: number | null | undefined) => (typeof value === 'number' ? numberText(value) : dash)
const bytesOfMegabyte = 1_000_000

const columns = (): Column<ServiceProcess>[] => [
  { name: say('operator.service'), cell: ({ service }) => <b className={styles.whole}>{service}</b> },
  {
    name: say('operator.status'),
    cell: (row) => (
      <div>
        <Status {...stateOfService(row)} />
        {row.process?.reasons.map((reason) => (
          <div key={reason}>{reason}</div>
        ))}
      </div>
    ),
  },
  {
    name: say('operator.startedAt'),
    cell: ({ process }) => (process ? fullMoment(process.startedAt) : dash),
  },
  {
    name: say('operator.outbox'),
    cell: ({ process }) => {
      const outbox = process?.outbox
      if (!outbox) return dash
      return outbox.waiting === 0 ? '0' : `${numberText(outbox.waiting)} · ${duration(outbox.oldestAgeMs)}`
    },
    isNumber: true,
  },
  { name: say('operator.pending'), cell: ({ process }) => countText(process?.bus.pending), isNumber: true },
  { name: say('operator.dead'), cell: ({ process }) => countText(process?.deadEvents), isNumber: true },
  {
    name: say('operator.memory'),
    cell: ({ process }) =>
      process ? <span className={styles.whole}>{Math.round(process.memoryBytes / bytesOfMegabyte)} MB</span> : dash,
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

/** The loops of the processes that responded, starting with the one that failed most often. */
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
    name: say('operator.status'),
    cell: ({ status, failures, error }) => (
      <div>
        <Status tone={tones[status]} text={say(`operator.loop.${status}`)} />
        {error && <div>{`${say('operator.roundsFailed', { count: failures })} ${error}`}</div>}
      </div>
    ),
  },
  {
    name: say('operator.lastRound'),
    cell: ({ lastRoundAt }) => (lastRoundAt ? <Moment at={lastRoundAt} /> : dash),
    isNumber: true,
  },
]
