import type { Channel, ChannelsCreateInput } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api, segmentsQuery, useAction } from '../../api/api.ts'
import { NumberField, useNumber } from '../../messages/number-field.tsx'
import { DeskForm, SelectField, TextField, useFields } from '../../parts/form.tsx'
import { PlaceLink } from '../../parts/page.tsx'
import { Resource } from '../../parts/resource.tsx'
import { type Column, namesOf, useBulk } from '../../parts/rows.tsx'
import { useMay, useWorkspaceId } from '../../session/session.ts'
import { say } from '../../words/words.ts'
import { channelsQuery } from './data.ts'

export function BroadcastsScreen() {
  const workspace = useWorkspaceId()
  const may = useMay()
  const remove = {
    isAllowed: may('channels.remove'),
    name: say('reply.remove'),
    text: (channels: readonly Channel[]) => say('channel.removeWhy', { name: namesOf(channels) }),
    run: ({ id }: Channel) => api.channels.remove({ id }),
    isGrave: true,
  }
  return (
    <Resource
      title={say('nav.broadcasts')}
      lead={say('channel.lead')}
      query={useQuery(channelsQuery(workspace))}
      columns={columns()}
      nameOf={({ name }) => name}
      textOf={({ name, description }) => [name, description].join(' ')}
      empty={{ title: say('channel.none'), why: say('channel.noneWhy') }}
      create={may('channels.create') && { name: say('channel.new'), form: () => <ChannelForm /> }}
      bulk={useBulk([['channels', workspace]], [remove])}
    />
  )
}

const columns = (): Column<Channel>[] => [
  {
    name: say('channel.name'),
    cell: ({ id, name }) => <PlaceLink to={`broadcasts/${id}`}>{name}</PlaceLink>,
    by: ({ name }) => name,
  },
  { name: say('channel.audience'), cell: (channel) => <Audience channel={channel} /> },
  { name: say('channel.description'), cell: ({ description }) => description },
]

function Audience({ channel: { segment, subscribers } }: { channel: Channel }) {
  const segments = useQuery(segmentsQuery(useWorkspaceId())).data ?? []
  if (segment === null) return <>{say('channel.subscribers', { count: subscribers })}</>
  const found = segments.find(({ id }) => id === segment)
  return <>{found ? say('channel.segment', { name: found.name, count: found.count }) : segment}</>
}

/** Creates a channel, for the segment in the URL if there is one, and then shows the channel. */
function ChannelForm() {
  const workspace = useWorkspaceId()
  const navigate = useNavigate()
  const choice = useNumber()
  const { fields, bind } = useFields({ name: '' })
  const { segment: asked = '' } = useSearch({ strict: false })
  const [segment, setSegment] = useState(asked)
  const create = useAction({
    run: (input: ChannelsCreateInput) => api.channels.create(input),
    changes: [['channels', workspace]],
    done: ({ name }) => say('channel.created', { name }),
    isOfForm: true,
  })
  const { number } = choice
  // A segment already has people, so the first post comes next. Subscribers have to be added first.
  const show = ({ id, segment: audience }: Channel) =>
    void navigate({ href: `/${workspace}/broadcasts/${id}${audience === null ? '' : '?open=new'}` })
  const submit = () => {
    const input = { name: fields.name.trim(), number, ...(segment ? { segment } : {}) }
    // Don't navigate if the person left the page before the response.
    create.mutate(input, { onSuccess: show })
  }
  return (
    <DeskForm
      operation="channels.create"
      submitName={say('channel.create')}
      isBusy={create.isPending}
      error={create.error}
      isDisabled={number === ''}
      onSubmit={submit}
    >
      <TextField label={say('channel.name')} data-autofocus {...bind('name')} />
      <NumberField name="number" choice={choice} />
      <AudienceField segment={segment} onChange={setSegment} />
    </DeskForm>
  )
}

function AudienceField({ segment, onChange }: { segment: string; onChange: (segment: string) => void }) {
  const segments = useQuery(segmentsQuery(useWorkspaceId())).data ?? []
  const named = segments.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <SelectField
      name="segment"
      label={say('channel.audience')}
      data={[{ value: '', label: say('channel.ofSubscribers') }, ...named]}
      value={segment}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
