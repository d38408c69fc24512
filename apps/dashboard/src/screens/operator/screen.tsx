import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ConfirmButton } from '../../parts/dialogs.tsx'
import { Empty, Loaded, Page, Panel, PlaceLink, Status, Tabs } from '../../parts/page.tsx'
import { errorName, Problem } from '../../parts/problem.tsx'
import { ListPanel } from '../../parts/resource.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { installation, useMay, useSession } from '../../session/session.ts'
import { duration, fullMoment, numberText, say } from '../../words/words.ts'
import {
  type Failure,
  failuresQuery,
  type GuardedService,
  type InstalledQueue,
  operator,
  quarantinesQuery,
  queuesQuery,
  type ServiceQuarantine,
  useWorkspaceNames,
} from './data.ts'
import { Processes } from './processes.tsx'
import { statusOfQueue } from './statuses.ts'
import { Workspaces } from './workspaces.tsx'

/**
 * Services with a database restored from a backup send nothing until the operator decides about their due work: some of it may have been
 * done since the backup.
 */
function Quarantines() {
  return (
    <ListPanel
      query={useQuery(quarantinesQuery())}
      label={say('operator.quarantine')}
      columns={quarantineColumns()}
      keyOf={({ service }) => service}
    >
      <p>{say('operator.quarantineWhy')}</p>
    </ListPanel>
  )
}

const quarantineColumns = (): Column<ServiceQuarantine>[] => [
  { name: say('operator.work'), cell: ({ service }) => <b>{say(`operator.guarded.${service}`)}</b> },
  { name: say('word.status'), cell: ({ quarantine }) => <Status {...statusOf(quarantine)} /> },
  { name: say('operator.due'), cell: ({ quarantine }) => quarantine?.since && dueText(quarantine.due) },
  {
    name: '',
    cell: ({ service, quarantine }) =>
      quarantine?.since && <ReleaseButtons of={service} due={dueText(quarantine.due)} />,
  },
]

/** Returns whether a service is down, sends, or is in quarantine, and since when. */
function statusOf(quarantine: ServiceQuarantine['quarantine']) {
  if (quarantine === null) return { tone: 'bad', text: say('operator.away') } as const
  if (quarantine.since === null) return { tone: 'good', text: say('queue.active') } as const
  return { tone: 'bad', text: say('operator.since', { time: fullMoment(quarantine.since) }) } as const
}

/** Returns the amounts of due work as text, by kind. */
const dueText = (due: Readonly<Record<string, number>>) =>
  Object.entries(due)
    .map(([kind, count]) => say(`operator.due.${kind}` as 'operator.due.messages', { count }))
    .join(', ')

/** Ends a service's quarantine: either the due work is given up, or it is done, and some of it may be repeated. */
function ReleaseButtons({ of, due }: { of: GuardedService; due: string }) {
  const service = say(`operator.guarded.${of}`)
  const after = { changes: ['operator'], done: () => say('operator.released', { service }) }
  return (
    <Group gap="xs">
      <ConfirmButton
        name={say('operator.giveUp')}
        text={say('operator.giveUpWhy', { service, due })}
        run={() => operator.release(of, 'give_up')}
        {...after}
      />
      <ConfirmButton
        name={say('operator.goOn')}
        text={say('operator.goOnWhy', { service, due })}
        run={() => operator.release(of, 'go_on')}
        {...after}
      />
    </Group>
  )
}

const parts = {
  processes: Processes,
  queues: Queues,
  failures: Failures,
  quarantine: Quarantines,
  workspaces: Workspaces,
} as const

type Part = keyof typeof parts

/** The whole installation, for its operator. A person needs two-factor authentication to see it. */
export function OperatorScreen() {
  const { access } = useSession()
  const isOperator = useMay()(installation)
  const { part = '' } = useParams({ strict: false }) as { part?: string }
  const shown: Part = Object.hasOwn(parts, part) ? (part as Part) : 'processes'
  const Content = parts[shown]
  const tabs = (Object.keys(parts) as Part[]).map((each) => ({
    to: each === 'processes' ? 'operator' : `operator/${each}`,
    name: say(`operator.${each}`),
  }))
  if (!isOperator) return <Problem />
  return (
    <Page title={say('nav.operator')} lead={say('operator.lead')}>
      {access?.kind === 'person' && !access.account.person.twoFactor ? (
        <Empty title={say('operator.needsSecondFactor')}>
          <PlaceLink to="me">{say('operator.addSecondFactor')}</PlaceLink>
        </Empty>
      ) : (
        <>
          <Tabs label={say('nav.operator')} tabs={tabs} />
          <Content />
        </>
      )}
    </Page>
  )
}

/** Failed calls to WhatsApp in the last day, by workspace, number and error. Reads the queues only for the names of their numbers. */
function Failures() {
  const nameOf = useWorkspaceNames()
  const queues = useQuery({ ...queuesQuery(), refetchInterval: false }).data?.queues ?? []
  const numberOf = (id: string) => queues.find(({ number }) => number === id)?.name ?? id
  return (
    <ListPanel
      query={useQuery(failuresQuery())}
      empty={say('operator.noFailures')}
      label={say('operator.failures24')}
      columns={failureColumns(nameOf, numberOf)}
      keyOf={({ number, errorCode }) => `${number} ${errorCode}`}
    >
      <p>{say('operator.failuresWhy')}</p>
    </ListPanel>
  )
}

type Name = (id: string) => string

const failureColumns = (nameOf: Name, numberOf: Name): Column<Failure>[] => [
  { name: say('nav.workspace'), cell: ({ workspace }) => nameOf(workspace) },
  { name: say('view.number'), cell: ({ number }) => numberOf(number) },
  {
    name: say('word.error'),
    cell: ({ errorCode }) => <span title={errorCode}>{errorName(errorCode) ?? errorCode}</span>,
  },
  { name: say('word.attempts'), cell: ({ count }) => numberText(count), isNumber: true },
  { name: say('operator.lastAt'), cell: ({ lastAt }) => fullMoment(lastAt) },
  { name: say('operator.lastMessage'), cell: ({ message }) => <code>{message}</code> },
]

/** The queues of all workspaces, so that the operator sees where messages pile up. */
function Queues() {
  const nameOf = useWorkspaceNames()
  return (
    <Panel title={say('operator.queues')}>
      <Loaded query={useQuery(queuesQuery())}>
        {({ queues, more }) =>
          queues.length === 0 ? (
            <Empty title={say('number.none')} />
          ) : (
            <>
              <Rows
                label={say('operator.queues')}
                columns={queueColumns(nameOf)}
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

const queueColumns = (nameOf: (workspaceId: string) => string): Column<InstalledQueue>[] => [
  { name: say('nav.workspace'), cell: ({ workspace }) => nameOf(workspace) },
  { name: say('view.number'), cell: ({ name, phone }) => (phone === null ? name : `${name} · ${phone}`) },
  { name: say('word.status'), cell: (queue) => <Status {...statusOfQueue(queue)} /> },
  { name: say('view.waiting'), cell: ({ waiting }) => numberText(waiting), isNumber: true },
  {
    name: say('operator.oldest'),
    cell: ({ oldestAgeMs }) => oldestAgeMs !== null && duration(oldestAgeMs),
    isNumber: true,
  },
  { name: say('operator.sending'), cell: ({ sending }) => numberText(sending), isNumber: true },
  { name: say('operator.scheduled'), cell: ({ scheduled }) => numberText(scheduled), isNumber: true },
]
