import { UnstyledButton } from '@mantine/core'
import type { Number as PhoneNumber } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { api, channelsQuery, numbersQuery, poll, webhooksQuery } from '../api/api.ts'
import { useLiveState } from '../live/live.ts'
import { Icon } from '../parts/icon.tsx'
import { ActionButton, useAction } from '../parts/page.tsx'
import { lazyWithDeskWords } from '../parts/problem.tsx'
import { useMay, useWorkspaceId } from '../session/session.ts'
import { say } from '../words/words.ts'
import styles from './strip.module.css'
import { type StripItem, stripItems } from './strip-items.ts'

const StopPost = lazyWithDeskWords(() => import('../messages/stop-post.tsx').then(({ StopPost }) => StopPost))

/** Interval between refreshes. Most changes arrive sooner, as events. */
const stripPollMs = 30_000
/** The counts of a broadcast in progress and of a paused queue change constantly, and no event announces that. */
const runningPollMs = 5_000

/** Problems and work in progress, at the top of every page. Of several items, only the first is shown until the person asks for all. */
export function Strip() {
  const items = useStripItems()
  const [isOpen, setOpen] = useState(false)
  if (items.length === 0) return null
  const shown = isOpen ? items : items.slice(0, 1)
  return (
    <section className={styles.strip} aria-label={say('strip.label')}>
      <ul>
        {shown.map((item) => (
          <StripRow key={item.id} item={item} />
        ))}
      </ul>
      {items.length > 1 && (
        <UnstyledButton className={styles.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? say('strip.less') : say('strip.more', { count: items.length - 1 })}
        </UnstyledButton>
      )}
    </section>
  )
}

/** An item of the strip, with a button if the person can stop the broadcast or resume the queue. */
function StripRow({ item: { tone, text, to, post, paused } }: { item: StripItem }) {
  const may = useMay()
  const workspace = useWorkspaceId()
  return (
    <li data-tone={tone}>
      <Icon name={tone === 'busy' ? 'broadcast' : 'warning'} size={15} />
      {to === undefined ? <span>{text}</span> : <Link to={`/${workspace}/${to}` as '/'}>{text}</Link>}
      {post && may('posts.stop') && (
        <Suspense>
          <StopPost post={post} size="compact-xs" />
        </Suspense>
      )}
      {paused !== undefined && may('queues.resume') && <ResumeButton numberId={paused} />}
    </li>
  )
}

function ResumeButton({ numberId }: { numberId: string }) {
  const changes = ['numbers']
  const resume = useAction({ run: () => api.queues.resume({ id: numberId }), changes })
  return <ActionButton action={resume} size="compact-xs" name={say('why.resume')} />
}

/** A connection that returns sooner is not worth a notice. */
const graceMs = 2_000

/** Returns since when the page has been without a connection, once that lasts. */
function useAwaySince(): number | undefined {
  const { status, since } = useLiveState()
  const [lasting, setLasting] = useState<number>()
  useEffect(() => {
    if (status !== 'away') return
    const timer = setTimeout(() => setLasting(since), graceMs)
    return () => clearTimeout(timer)
  }, [status, since])
  return status === 'away' && lasting === since ? since : undefined
}

/** Returns the strip's items, from the facts that this person may see and that could be read. */
function useStripItems(): StripItem[] {
  const workspace = useWorkspaceId()
  const may = useMay()
  const restore = useQuery({
    queryKey: ['restore'],
    queryFn: ({ signal }) => api.restore.get(undefined, { signal }),
    refetchInterval: poll(stripPollMs),
  })
  const numbers = useQuery({
    ...numbersQuery(workspace),
    enabled: may('numbers.list'),
    refetchInterval: (query) => poll(query.state.data?.some(isPaused) ? runningPollMs : stripPollMs)(query),
  })
  const webhooks = useQuery({
    ...webhooksQuery(workspace),
    // People who can't fix a webhook don't need to know about it.
    enabled: may('webhooks.update'),
    refetchInterval: poll(stripPollMs),
  })
  const posts = useQuery({
    queryKey: ['channels', workspace, 'running'],
    queryFn: async ({ signal }) =>
      (await api.posts.list({ status: [...runningStatuses], size: 50 }, { signal }).page()).items,
    enabled: may('posts.list'),
    refetchInterval: (query) => poll(query.state.data?.some(isRunning) ? runningPollMs : stripPollMs)(query),
  })
  const channels = useQuery({ ...channelsQuery(workspace), enabled: posts.data?.some(isRunning) ?? false })
  return stripItems({
    awaySince: useAwaySince(),
    restore: restore.data,
    numbers: numbers.data,
    webhooks: webhooks.data,
    posts: posts.data,
    channels: channels.data,
  })
}

const isPaused = ({ queue }: Pick<PhoneNumber, 'queue'>) => queue?.status === 'paused'

/** Statuses of broadcasts in progress. The strip shows only these. */
const runningStatuses = ['posting', 'gathering'] as const

const isRunning = ({ status }: { status: string }) => runningStatuses.some((running) => running === status)
