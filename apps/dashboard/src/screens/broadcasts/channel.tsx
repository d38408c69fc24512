import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Empty } from '../../parts/empty.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { More } from '../../parts/more.tsx'
import { Page, Panel } from '../../parts/page.tsx'
import { useMay, useWorkspaceId } from '../../session/me.ts'
import { say } from '../../words/say.ts'
import { channelQuery, postsQuery } from './data.ts'
import { PostForm } from './post-form.tsx'
import { PostProgress } from './post-progress.tsx'
import { Subscribers } from './subscribers.tsx'

/** A channel: its posts with live counts, and a new one. */
export function ChannelScreen() {
  const { channel: id = '' } = useParams({ strict: false })
  const workspace = useWorkspaceId()
  const may = useMay()
  const channel = useQuery(channelQuery(workspace, id))
  // Counts change with each message, without an event.
  const posts = useInfiniteQuery({ ...postsQuery(workspace, id), refetchInterval: 2_000 })
  return (
    <Page
      title={channel.data?.name ?? say('nav.broadcasts')}
      lead={channel.data?.description}
      back={{ to: 'broadcasts', name: say('nav.broadcasts') }}
    >
      <Loaded query={channel}>{(found) => may('posts.create') && <PostForm channel={found} />}</Loaded>
      <Panel title={say('post.list')}>
        <Loaded query={channel}>
          {(found) => (
            <Loaded query={posts}>
              {(list) =>
                list.length === 0 ? (
                  <Empty title={say('post.none')} />
                ) : (
                  list.map((post) => <PostProgress key={post.id} channel={found} post={post} />)
                )
              }
            </Loaded>
          )}
        </Loaded>
        <More query={posts} />
      </Panel>
      {channel.data?.segment === null && <Subscribers channel={channel.data} />}
    </Page>
  )
}
