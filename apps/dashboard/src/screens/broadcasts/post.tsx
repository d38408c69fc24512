import { NativeSelect } from '@mantine/core'
import type { Message, MessageStatus } from '@posthorn/sdk'
import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api, paged, poll } from '../../api/api.ts'
import { Reason } from '../../messages/reason.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Loaded, Page, Panel, PlaceLink } from '../../parts/page.tsx'
import { ListPanel } from '../../parts/resource.tsx'
import { type Column } from '../../parts/rows.tsx'
import { useSearchText } from '../../parts/search-text.ts'
import { useWorkspaceId } from '../../session/session.ts'
import { say, shortMoment } from '../../words/words.ts'
import { channelQuery, postPollMs } from './data.ts'
import { PostProgress } from './post-progress.tsx'

/** A post. The key begins like its channel's, so that what changes `channels` also refreshes it. */
const postQuery = (workspace: string, channel: string, id: string) =>
  queryOptions({
    queryKey: ['channels', workspace, channel, 'posts', id],
    queryFn: ({ signal }) => api.posts.get({ id }, { signal }),
    refetchInterval: (query) => poll(postPollMs(query.state.data ? [query.state.data] : []))(query),
  })

/** The statuses of messages that the list can be limited to, by their common name. */
const statusGroups = {
  queued: ['scheduled', 'queued', 'sending'],
  sent: ['sent'],
  delivered: ['delivered'],
  read: ['read', 'played'],
  failed: ['failed', 'expired'],
  canceled: ['canceled'],
} as const satisfies Partial<Record<MessageStatus, readonly MessageStatus[]>>

type StatusGroup = keyof typeof statusGroups

/** A post's messages: their reference is the post's id. Without a group, those with any status. */
const messagesQuery = (workspace: string, id: string, group: StatusGroup | undefined) =>
  paged<Message>(['channels', workspace, 'messages', id, group ?? 'all'], (cursor, options) => {
    const filter = group ? { status: [...statusGroups[group]] } : {}
    return api.messages.list({ reference: id, ...filter, size: 50, ...cursor }, options).page()
  })

/** A post's progress, and its messages, at most one for each recipient. */
export function PostScreen() {
  const { channel = '', post: id = '' } = useParams({ strict: false })
  const workspace = useWorkspaceId()
  const found = useQuery(channelQuery(workspace, channel))
  const post = useQuery(postQuery(workspace, channel, id))
  return (
    <Page
      title={say('post.messages')}
      back={{ to: `broadcasts/${channel}`, name: found.data?.name ?? say('nav.broadcasts') }}
    >
      <Panel>
        <Loaded query={found}>
          {(known) => <Loaded query={post}>{(shown) => <PostProgress channel={known} post={shown} />}</Loaded>}
        </Loaded>
      </Panel>
      <Messages postId={id} interval={postPollMs(post.data ? [post.data] : [])} />
    </Page>
  )
}

/** The post's messages, which can be limited to a status. Read at most every five seconds, because each read repeats all loaded pages. */
function Messages({ postId, interval }: { postId: string; interval: number }) {
  const [asked, setAsked] = useSearchText('status')
  const names = Object.keys(statusGroups) as StatusGroup[]
  const group = names.find((name) => name === asked)
  const messages = messagesQuery(useWorkspaceId(), postId, group)
  const query = useInfiniteQuery({ ...messages, refetchInterval: poll(Math.max(5_000, interval)) })
  const select = (
    <NativeSelect
      size="xs"
      aria-label={say('word.status')}
      data={[
        { value: '', label: say('delivery.all') },
        ...names.map((name) => ({ value: name, label: say(`status.${name}`) })),
      ]}
      value={group ?? ''}
      onChange={(event) => setAsked(event.currentTarget.value || undefined)}
    />
  )
  return (
    <ListPanel
      query={query}
      empty={say('post.noMessages')}
      label={say('post.recipients')}
      columns={columns()}
      keyOf={({ id }) => id}
      actions={select}
    />
  )
}

const columns = (): Column<Message>[] => [
  {
    name: say('word.to'),
    cell: ({ chat, phone, id }) => <PlaceLink to={`inbox/all/${chat}`}>{phone ?? id}</PlaceLink>,
  },
  { name: say('word.status'), cell: ({ status }) => say(`status.${status}`) },
  { name: say('word.reason'), cell: (message) => <Reason message={message} atStart isListed /> },
  { name: say('delivery.made'), cell: ({ createdAt }) => <Moment at={createdAt} text={shortMoment(createdAt)} /> },
]
