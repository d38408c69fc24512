import { Button } from '@mantine/core'
import type { Number as PhoneNumber } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { api, numbersQuery, useAction } from '../../api/api.ts'
import { PlaceLink, Status } from '../../parts/page.tsx'
import { Resource } from '../../parts/resource.tsx'
import type { Column } from '../../parts/rows.tsx'
import { useMay, useWorkspaceId } from '../../session/session.ts'
import { say } from '../../words/words.ts'
import { limitOf, qualityOf, sentenceOfQueue, statusOf } from './statuses.ts'

export function NumbersScreen() {
  const workspace = useWorkspaceId()
  const may = useMay()
  // No event announces changes to queues.
  const query = useQuery({ ...numbersQuery(workspace), refetchInterval: 5_000 })
  return (
    <Resource
      title={say('nav.numbers')}
      actions={<PlaceLink to="numbers/waiting">{say('waiting.title')}</PlaceLink>}
      query={query}
      columns={columns()}
      nameOf={({ name }) => name}
      textOf={({ name, phone }) => [name, phone].join(' ')}
      empty={{ title: say('number.none'), why: say('number.noneWhy') }}
      create={may('numbers.create') && { name: say('number.connect'), to: 'numbers/connect' }}
    />
  )
}

const columns = (): Column<PhoneNumber>[] => [
  {
    name: say('number.name'),
    cell: ({ id, name, phone, provider }) => (
      <span>
        <PlaceLink to={`numbers/${id}`}>{name}</PlaceLink>
        <br />
        <small>{phone ?? say('number.noPhone')}</small>
        {provider === 'simulator' && <small>{` · ${say('number.simulator')}`}</small>}
      </span>
    ),
    by: ({ name }) => name,
  },
  {
    name: say('number.status'),
    cell: (number) => <Status {...statusOf(number)} />,
    by: (number) => statusOf(number).text,
  },
  { name: say('number.quality'), cell: ({ device }) => <Status {...qualityOf(device.qualityRating)} /> },
  { name: say('number.limit'), cell: ({ device }) => limitOf(device.messagingLimit), isNumber: true },
  { name: say('number.queue'), cell: (number) => <QueueCell number={number} /> },
]

/** A number's queue in a sentence, with a link to its messages, and a button if it is paused or draining. */
function QueueCell({ number }: { number: PhoneNumber }) {
  const { id, queue } = number
  const workspace = useWorkspaceId()
  const may = useMay()
  const resume = useAction({
    run: () => api.queues.resume({ id }),
    changes: [['numbers', workspace]],
    done: () => say('queue.resumed'),
  })
  if (queue === null) return <span>{say('number.unknown')}</span>
  return (
    <span>
      {sentenceOfQueue(queue)}{' '}
      {(queue.waiting > 0 || queue.blocked) && (
        <PlaceLink to={`numbers/${id}/queue`}>{queue.blocked ? say('queue.why') : say('queue.show')}</PlaceLink>
      )}{' '}
      {queue.status !== 'active' && may('queues.resume') && (
        <Button variant="default" size="compact-xs" loading={resume.isPending} onClick={() => resume.mutate(undefined)}>
          {say('why.resume')}
        </Button>
      )}
    </span>
  )
}
