import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { operator, type Service } from '../../api/operator.ts'
import { useAction } from '../../api/queries.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Panel } from '../../parts/page.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { Status } from '../../parts/status.tsx'
import { fullMoment } from '../../words/moments.ts'
import { numberText, say } from '../../words/say.ts'
import { quarantinesQuery, type ServiceQuarantine } from './data.ts'

/** Services with a database restored from a backup send nothing until the operator decides about their due work. */
export function Quarantines() {
  return (
    <Panel title={say('operator.quarantine')}>
      <p>{say('operator.quarantineWhy')}</p>
      <Loaded query={useQuery(quarantinesQuery())}>
        {(services) => (
          <Rows
            label={say('operator.quarantine')}
            columns={columns()}
            rows={services}
            keyOf={({ service }) => service}
          />
        )}
      </Loaded>
    </Panel>
  )
}

const columns = (): Column<ServiceQuarantine>[] => [
  { name: say('operator.service'), cell: ({ service }) => <b>{service}</b> },
  { name: say('operator.status'), cell: ({ quarantine }) => <Status {...statusOf(quarantine)} /> },
  { name: say('operator.due'), cell: ({ quarantine }) => quarantine?.since && dueText(quarantine.due) },
  {
    name: '',
    cell: ({ service, quarantine }) =>
      quarantine?.since && <ReleaseButtons service={service} due={dueText(quarantine.due)} />,
  },
]

/** Returns whether a service is down, sends, or is in quarantine, and since when. */
function statusOf(quarantine: ServiceQuarantine['quarantine']) {
  if (quarantine === null) return { tone: 'bad', text: say('operator.away') } as const
  if (quarantine.since === null) return { tone: 'good', text: say('operator.sends') } as const
  return { tone: 'bad', text: say('operator.since', { time: fullMoment(quarantine.since) }) } as const
}

/** Returns the amounts of due work as text, by kind. */
const dueText = (due: Readonly<Record<string, number>>) =>
  Object.entries(due)
    .map(([kind, count]) => `${kind}: ${numberText(count)}`)
    .join(', ')

/** Ends a service's quarantine: either the due work is given up, or it is done, and some of it may be repeated. */
function ReleaseButtons({ service, due }: { service: Service; due: string }) {
  const release = useAction({
    run: (decision: 'give_up' | 'go_on') => operator.release(service, decision),
    changes: [['operator']],
    done: () => say('operator.released', { service }),
  })
  return (
    <Group gap="xs">
      <ConfirmButton
        name={say('operator.giveUp')}
        text={say('operator.giveUpWhy', { service, due })}
        run={() => release.mutateAsync('give_up')}
      />
      <ConfirmButton
        name={say('operator.goOn')}
        text={say('operator.goOnWhy', { service, due })}
        run={() => release.mutateAsync('go_on')}
      />
    </Group>
  )
}
