import { Button, Checkbox } from '@mantine/core'
import type { Number as PhoneNumber, Queue } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, itemQuery, poll } from '../../api/api.ts'
import { useKeys } from '../../keys/bindings.ts'
import { ConfirmButton } from '../../parts/dialogs.tsx'
import { DeskForm, phonesOf, TextField, useFields } from '../../parts/form.tsx'
import { Icon } from '../../parts/icon.tsx'
import { untilText } from '../../parts/message.tsx'
import { ActionButton, Facts, Loaded, Panel, useAction } from '../../parts/page.tsx'
import { useMay, useWorkspaceId } from '../../session/session.ts'
import { duration, numberText, say } from '../../words/words.ts'
import { sentenceOfQueue, timeToEmptyMs } from './statuses.ts'
import { WaitingList } from './waiting.tsx'

const queueQuery = itemQuery('numbers', api.queues.get, 'queue')

/**
 * A number's queue: what waits and why, and buttons that pause it, reject new messages, or cancel waiting ones. Read every two seconds,
 * because no event says how many messages wait.
 */
export function QueuePart({ number }: { number: PhoneNumber }) {
  const workspace = useWorkspaceId()
  const query = useQuery({ ...queueQuery(workspace, number.id), refetchInterval: poll(2_000) })
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
                [say('queue.status'), say(`queue.${queue.status}`)],
                [say('queue.rate'), say('queue.perSecond', { count: queue.ratePerSecond })],
                [say('queue.sending'), numberText(queue.sending)],
                [say('queue.scheduled'), numberText(queue.scheduled)],
                [say('queue.new'), say(queue.refuses ? 'queue.refuses' : 'queue.accepts')],
                [say('queue.posts'), queue.postsWaiting === 0 ? null : numberText(queue.postsWaiting)],
              ]}
            />
          </Panel>
          <WaitingList numberId={number.id} />
          {may('queues.purge') && queue.waiting + queue.scheduled > 0 && <PurgeForm queue={queue} />}
        </>
      )}
    </Loaded>
  )
}

/** Why the queue sends nothing, until when, and how long its messages will take after that. */
function Blocked({ queue }: { queue: Queue }) {
  if (queue.blocked === null) return null
  const { reason, until } = queue.blocked
  const left = timeToEmptyMs(queue)
  return (
    <p role="status">
      <Icon name="warning" size={15} /> <b>{say(`why.${reason}`)}</b>
      {untilText(until)} {left !== undefined && say('queue.ifReleased', { time: duration(left) })}
    </p>
  )
}

type Verb = 'pause' | 'drain' | 'resume'

/**
 * Buttons that pause, drain or resume a queue, and reject new messages. A draining queue sends what it has, and new messages wait. The key
 * `p` pauses and resumes.
 */
function QueueButtons({ queue }: { queue: Queue }) {
  const may = useMay()
  const set = useAction({
    run: (verb: Verb) => api.queues[verb]({ id: queue.number }),
    changes: ['numbers'],
    done: ({ status }) => say(status === 'active' ? 'queue.resumed' : 'queue.stopped'),
  })
  const isActive = queue.status === 'active'
  useKeys(may('queues.pause') ? { p: () => set.mutate(isActive ? 'pause' : 'resume') } : {})
  if (!may('queues.pause')) return null
  const button = (verb: Verb, name: string) => (
    <Button
      variant={verb === 'resume' ? 'filled' : 'default'}
      size="compact-sm"
      disabled={set.isPending}
      onClick={() => set.mutate(verb)}
    >
      {name}
    </Button>
  )
  return (
    <>
      <RefuseButton queue={queue} />
      {isActive && button('drain', say('queue.drain'))}
      {isActive ? button('pause', say('word.pause')) : button('resume', say('why.resume'))}
    </>
  )
}

/** Button that rejects new messages, or accepts them again. Asks before rejecting, because callers then get errors. */
function RefuseButton({ queue: { number, refuses } }: { queue: Queue }) {
  const options = {
    run: () => api.queues.update({ id: number, refuses: !refuses }),
    changes: ['numbers'],
    done: (queue: Queue) => say(queue.refuses ? 'queue.refusesNow' : 'queue.acceptsNow'),
  }
  const accept = useAction(options)
  if (refuses) return <ActionButton action={accept} variant="filled" size="compact-sm" name={say('queue.accept')} />
  return <ConfirmButton name={say('queue.refuse')} text={say('queue.refuseWhy')} {...options} />
}

/**
 * Form that cancels a queue's waiting messages, and the scheduled ones if that is checked. Phone numbers and a reference limit which: with
 * both, a message must match both.
 */
function PurgeForm({ queue }: { queue: Queue }) {
  const { fields, bind } = useFields({ phones: '', reference: '' })
  const [includeScheduled, setIncludeScheduled] = useState(false)
  const [phones, reference] = [phonesOf(fields.phones), fields.reference.trim()]
  const filter = {
    ...(phones.length > 0 ? { phones } : {}),
    ...(reference === '' ? {} : { reference }),
    includeScheduled,
  }
  const purge = useAction({
    run: () => purgeAll({ id: queue.number, ...filter }),
    changes: ['numbers'],
    done: (count) => say('queue.purged', { count }),
    isOfForm: true,
  })
  const isAll = phones.length === 0 && reference === ''
  const count = queue.waiting + (includeScheduled ? queue.scheduled : 0)
  return (
    <Panel title={say('queue.purge')}>
      <DeskForm
        submitName={say('queue.purge')}
        variant="default"
        action={purge}
        ask={{ text: isAll ? say('queue.purgeAllWhy', { count }) : say('queue.purgeSomeWhy') }}
        onSubmit={() => purge.mutateAsync(undefined)}
      >
        <TextField label={say('queue.purgePhones')} description={say('queue.purgePhonesHelp')} {...bind('phones')} />
        <TextField label={say('queue.purgeReference')} {...bind('reference')} />
        <Checkbox
          label={say('queue.purgeScheduled')}
          checked={includeScheduled}
          onChange={(event) => setIncludeScheduled(event.currentTarget.checked)}
        />
      </DeskForm>
    </Panel>
  )
}

/** Repeats the request until no messages are left or it cancels none, because each request cancels only part of a long queue. */
async function purgeAll(filter: Parameters<typeof api.queues.purge>[0]): Promise<number> {
  let total = 0
  for (;;) {
    const { canceled, remaining } = await api.queues.purge(filter)
    total += canceled
    if (remaining === 0 || canceled === 0) return total
  }
}
