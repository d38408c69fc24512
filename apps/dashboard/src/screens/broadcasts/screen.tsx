import type { Channel } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { segmentsQuery } from '../../api/lists.ts'
import { Empty } from '../../parts/empty.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { PlaceLink } from '../../parts/place-link.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { useMay, useWorkspaceId } from '../../session/me.ts'
import { say } from '../../words/say.ts'
import { ChannelForm } from './channel-form.tsx'
import { channelsQuery } from './data.ts'

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
