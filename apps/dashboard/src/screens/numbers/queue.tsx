import { Button } from '@mantine/core'
import type { Number as PhoneNumber, Queue } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { useKeys } from '../../keys/bindings.ts'
import { Facts } from '../../parts/facts.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Panel } from '../../parts/page.tsx'
import { useMay, useWorkspaceId } from '../../session/me.ts'
import { clockTime, duration } from '../../words/moments.ts'
import { say } from '../../words/say.ts'
import { queueQuery } from './data.ts'
import { PurgeForm } from './purge-form.tsx'
import { endIfReleased, sentenceOfQueue } from './states.ts'
import { WaitingList } from './waiting-list.tsx'

/** The queue of a number: why it does not send, what waits, and what ends it. */
export function QueuePart({ number }: { number: PhoneNumber }) {
  const workspace = useWorkspaceId()
  const query = useQuery(queueQuery(workspace, number.id))
  const may = useMay()
  return (
    <Loaded query={query}>
      {(queue) => (
        <>
          <Panel title={say('queue.now')} actions={<QueueButtons queue={queue} />}>
            <p>{sentenceOfQueue(queue)}</p>
            <Blocked queue={queue} />
            <Facts
              facts={[
                [say('queue.state'), say(`queue.${queue.state}`)],
                [say('queue.rate'), say('queue.perSecond', { count: queue.ratePerSecond })],
                [say('queue.sending'), queue.sending.toLocaleString()],
                [say('queue.scheduled'), queue.scheduled.toLocaleString()],
                [say('queue.posts'), queue.postsWaiting === 0 ? null : queue.postsWaiting.toLocaleString()],
              ]}
            />
          </Panel>
          <WaitingList number={number.id} />
          {may('queues.purge') && queue.waiting + queue.scheduled > 0 && <PurgeForm queue={queue} />}
        </>
      )}
    </Loaded>
  )
}

/** The reason for which the whole queue stands still, and how long it would take from its end on. */
function Blocked({ queue }: { queue: Queue }) {
  if (queue.blocked === null) return null
  const { reason, until } = queue.blocked
  const time = until === undefined ? '' : clockTime(until)
  const left = endIfReleased(queue)
  return (
    <p role="status">
      <Icon name="warning" size={15} /> <b>{say(`why.${reason}`)}</b>{' '}
      {until !== undefined && say('why.until', { time })}{' '}
      {left !== undefined && say('queue.ifReleased', { time: duration(left) })}
    </p>
  )
}

function QueueButtons({ queue }: { queue: Queue }) {
  const workspace = useWorkspaceId()
  const may = useMay()
  const set = useAction({
    run: (state: Queue['state']) => api.queues.update({ id: queue.number, state }),
    changes: [['numbers', workspace]],
    done: ({ state }) => say(state === 'active' ? 'queue.resumed' : 'queue.stopped'),
  })
  const isActive = queue.state === 'active'
  useKeys(may('queues.update') ? { p: () => set.mutate(isActive ? 'paused' : 'active') } : {})
  if (!may('queues.update')) return null
  const button = (state: Queue['state'], name: string) => (
    <Button
      variant={state === 'active' ? 'filled' : 'default'}
      size="compact-sm"
      disabled={set.isPending}
      onClick={() => set.mutate(state)}
    >
      {name}
    </Button>
  )
  if (!isActive) return button('active', say('why.resume'))
  return (
    <>
      {button('draining', say('queue.drain'))}
      {button('paused', say('queue.pause'))}
    </>
  )
}
