import { NativeSelect, TextInput } from '@mantine/core'
import type { Channel } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { numbersQuery, segmentsQuery } from '../../api/lists.ts'
import { useAction } from '../../api/use-action.ts'
import { DeskForm } from '../../parts/desk-form.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Page, Panel } from '../../parts/page.tsx'
import { PlaceLink } from '../../parts/place-link.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { useFields } from '../../parts/use-fields.ts'
import { useMay, useWorkspaceId } from '../../session/me.ts'
import { say } from '../../words/say.ts'
import { channelsQuery } from './data.ts'

/** The channels, each an audience that gets posts. */
export function BroadcastsScreen() {
  const query = useQuery(channelsQuery(useWorkspaceId()))
  const may = useMay()
  return (
    <Page title={say('nav.broadcasts')} lead={say('channel.lead')}>
      <Loaded query={query}>
        {(channels) =>
          channels.length === 0 ? (
            <Empty title={say('channel.none')}>{say('channel.noneWhy')}</Empty>
          ) : (
            <Rows label={say('nav.broadcasts')} columns={columns()} rows={channels} keyOf={({ id }) => id} />
          )
        }
      </Loaded>
      {may('channels.create') && <ChannelForm />}
    </Page>
  )
}

const columns = (): Column<Channel>[] => [
  { name: say('channel.name'), cell: ({ id, name }) => <PlaceLink to={`broadcasts/${id}`}>{name}</PlaceLink> },
  { name: say('channel.audience'), cell: (channel) => <Audience channel={channel} /> },
  { name: say('channel.description'), cell: ({ description }) => description },
]

function Audience({ channel: { segment, subscribers } }: { channel: Channel }) {
  const segments = useQuery(segmentsQuery(useWorkspaceId())).data ?? []
  if (segment === null) return <>{say('channel.subscribers', { count: subscribers })}</>
  const found = segments.find(({ id }) => id === segment)
  return <>{found ? say('channel.segment', { name: found.name, count: found.count }) : segment}</>
}

function ChannelForm() {
  const workspace = useWorkspaceId()
  const numbers = useQuery(numbersQuery(workspace)).data ?? []
  const segments = useQuery(segmentsQuery(workspace)).data ?? []
  const { fields, bind, clear } = useFields({ name: '' })
  const [chosen, setChosen] = useState('')
  const number = chosen || numbers.find((each) => each.default)?.id || numbers[0]?.id || ''
  const [segment, setSegment] = useState('')
  const create = useAction({
    run: () => api.channels.create({ name: fields.name.trim(), number, ...(segment ? { segment } : {}) }),
    changes: [['channels', workspace]],
    done: ({ name }) => say('channel.created', { name }),
  })
  const submit = () => create.mutate(undefined, { onSuccess: clear })
  return (
    <Panel title={say('channel.new')}>
      <DeskForm
        submitName={say('channel.create')}
        isBusy={create.isPending}
        isDisabled={number === ''}
        onSubmit={submit}
      >
        <TextInput label={say('channel.name')} required withAsterisk={false} {...bind('name')} />
        <NativeSelect
          label={say('channel.number')}
          data={numbers.map(({ id, name }) => ({ value: id, label: name }))}
          value={number}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        <NativeSelect
          label={say('channel.audience')}
          data={[
            { value: '', label: say('channel.ofSubscribers') },
            ...segments.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={segment}
          onChange={(event) => setSegment(event.currentTarget.value)}
        />
      </DeskForm>
    </Panel>
  )
}
