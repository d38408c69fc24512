import { Checkbox } from '@mantine/core'
import type { Channel, Subscriber } from '@posthorn/sdk'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api, useAction } from '../../api/api.ts'
import { ConfirmButton } from '../../parts/dialogs.tsx'
import { DeskForm, phonesOf, TextAreaField, useFields } from '../../parts/form.tsx'
import { Empty, Loaded, Page, Panel, Status } from '../../parts/page.tsx'
import { FormButton } from '../../parts/resource.tsx'
import { type Column, More, Rows } from '../../parts/rows.tsx'
import { useMay, useWorkspaceId } from '../../session/session.ts'
import { say, shortMoment } from '../../words/words.ts'
import { channelQuery, postsQuery, subscribersQuery } from './data.ts'
import { PostForm } from './post-form.tsx'
import { PostProgress } from './post-progress.tsx'

export function ChannelScreen() {
  const { channel: id = '' } = useParams({ strict: false })
  const workspace = useWorkspaceId()
  const may = useMay()
  const channel = useQuery(channelQuery(workspace, id))
  // Counts change with each message, but no event announces it.
  const posts = useInfiniteQuery({ ...postsQuery(workspace, id), refetchInterval: 2_000 })
  const { data: found } = channel
  const button = found && may('posts.create') && (
    <FormButton
      isMain
      name={say('post.new')}
      open="new"
      form={(onDone) => <PostForm channel={found} onDone={onDone} />}
    />
  )
  return (
    <Page
      title={found?.name ?? say('nav.broadcasts')}
      lead={found?.description}
      back={{ to: 'broadcasts', name: say('nav.broadcasts') }}
      actions={button}
    >
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
      {found?.segment === null && <Subscribers channel={found} />}
    </Page>
  )
}

function Subscribers({ channel: { id } }: { channel: Channel }) {
  const query = useInfiniteQuery(subscribersQuery(useWorkspaceId(), id))
  const button = useMay()('subscribers.add') && (
    <FormButton
      name={say('subscriber.new')}
      open="new-subscribers"
      form={(onDone) => <AddForm id={id} onDone={onDone} />}
    />
  )
  return (
    <Panel title={say('subscriber.list')} actions={button}>
      <Loaded query={query}>
        {(people) =>
          people.length === 0 ? (
            <Empty title={say('subscriber.none')}>{say('subscriber.noneWhy')}</Empty>
          ) : (
            <Rows label={say('subscriber.list')} columns={columns(id)} rows={people} keyOf={(each) => each.phone} />
          )
        }
      </Loaded>
      <More query={query} />
    </Panel>
  )
}

const columns = (id: string): Column<Subscriber>[] => [
  { name: say('about.phone'), cell: ({ phone }) => phone, isNumber: true },
  {
    name: say('subscriber.status'),
    cell: ({ status, by }) => (
      <Status
        tone={status === 'subscribed' ? 'good' : 'quiet'}
        text={say(status === 'unsubscribed' && by === 'word' ? 'subscriber.leftByWord' : `subscriber.${status}`)}
      />
    ),
  },
  {
    name: say('subscriber.since'),
    cell: ({ status, optedInAt, optedOutAt }) => {
      const at = status === 'subscribed' ? optedInAt : optedOutAt
      return at && shortMoment(at)
    },
  },
  { name: '', cell: (person) => <RemoveButton id={id} person={person} /> },
]

function RemoveButton({ id, person: { phone, status } }: { id: string; person: Subscriber }) {
  const workspace = useWorkspaceId()
  const mayRemove = useMay()('subscribers.remove')
  const remove = useAction({
    run: () => api.subscribers.remove({ id, phones: [phone] }),
    changes: [['channels', workspace]],
  })
  if (!mayRemove || status !== 'subscribed') return null
  return (
    <ConfirmButton
      name={say('subscriber.remove')}
      text={say('subscriber.removeWhy', { phone })}
      run={() => remove.mutateAsync(undefined)}
      button={{ size: 'compact-xs', color: 'red', variant: 'light' }}
    />
  )
}

function AddForm({ id, onDone }: { id: string; onDone: () => void }) {
  const workspace = useWorkspaceId()
  const { fields, bind } = useFields({ phones: '' })
  const [reconsented, setReconsented] = useState(false)
  const add = useAction({
    run: () => api.subscribers.add({ id, phones: phonesOf(fields.phones), reconsented }),
    changes: [['channels', workspace]],
    done: (people) => {
      const added = people.filter(({ status }) => status === 'subscribed').length
      return say('subscriber.areAdded', { count: added })
    },
    isOfForm: true,
  })
  return (
    <DeskForm
      submitName={say('subscriber.add')}
      isBusy={add.isPending}
      error={add.error}
      onSubmit={() => add.mutate(undefined, { onSuccess: onDone })}
    >
      <TextAreaField
        label={say('subscriber.phones')}
        description={say('subscriber.phonesHelp')}
        rows={3}
        required
        data-autofocus
        {...bind('phones')}
      />
      <Checkbox
        label={say('subscriber.reconsented')}
        checked={reconsented}
        onChange={(event) => setReconsented(event.currentTarget.checked)}
      />
    </DeskForm>
  )
}
