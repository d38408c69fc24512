import type { Channel } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { segmentsQuery } from '../../api/lists.ts'
import { namesOf, useBulk } from '../../parts/bulk.tsx'
import { PlaceLink } from '../../parts/place-link.tsx'
import { Resource } from '../../parts/resource.tsx'
import type { Column } from '../../parts/rows.tsx'
import { useMay, useWorkspaceId } from '../../session/me.ts'
import { say } from '../../words/say.ts'
import { ChannelForm } from './channel-form.tsx'
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
