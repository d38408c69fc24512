import { Checkbox } from '@mantine/core'
import type { Channel, Post, Subscriber } from '@posthorn/sdk'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api, channelsQuery, paged, poll, segmentsQuery } from '../../api/api.ts'
import { removal, useBulk } from '../../parts/bulk.tsx'
import { ConfirmButton } from '../../parts/dialogs.tsx'
import { DeskForm, phonesOf, TextAreaField, useFields } from '../../parts/form.tsx'
import { FormButton } from '../../parts/form-drawer.tsx'
import { Empty, Loaded, Page, Panel, PlaceLink, Status, useAction } from '../../parts/page.tsx'
import { ListPanel, Resource } from '../../parts/resource.tsx'
import { type Column, More } from '../../parts/rows.tsx'
import { useMay, useWorkspaceId } from '../../session/session.ts'
import { say, shortMoment } from '../../words/words.ts'
import { ChannelForm } from './channel-form.tsx'
import { channelQuery, postPollMs } from './data.ts'
import { PostForm } from './post-form.tsx'
import { PostProgress } from './post-progress.tsx'

const postsQuery = (workspace: string, id: string) =>
  paged<Post>(['channels', workspace, id, 'posts'], (cursor, options) =>
    api.posts.list({ channel: id, size: 20, ...cursor }, options).page(),
  )

/** People who subscribed to a channel or left it, sorted by phone number. */
const subscribersQuery = (workspace: string, id: string) =>
  paged<Subscriber>(['channels', workspace, id, 'subscribers'], (cursor, options) =>
    api.subscribers.list({ id, size: 50, ...cursor }, options).page(),
  )

/** A channel's posts, and its subscribers. A channel for a segment has none: its people are looked up for each post. */
export function ChannelScreen() {
  const { channel: id = '' } = useParams({ strict: false })
  const workspace = useWorkspaceId()
  const may = useMay()
  const channel = useQuery(channelQuery(workspace, id))
  const posts = useInfiniteQuery({
    ...postsQuery(workspace, id),
    refetchInterval: (query) => poll(postPollMs(query.state.data?.pages.flatMap(({ items }) => items) ?? []))(query),
  })
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
      <Panel title={say('nav.broadcasts')}>
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

/** A channel's subscribers, also those who left, and a form that adds some. */
function Subscribers({ channel: { id } }: { channel: Channel }) {
  const query = useInfiniteQuery(subscribersQuery(useWorkspaceId(), id))
  const button = useMay()('subscribers.add') && (
    <FormButton
      name={say('subscriber.new')}
      open="new-subscribers"
      form={(onDone) => <NewSubscribersForm id={id} onDone={onDone} />}
    />
  )
  return (
    <ListPanel
      query={query}
      empty={say('subscriber.none')}
      emptyWhy={say('subscriber.noneWhy')}
      label={say('subscriber.list')}
      columns={subscriberColumns(id)}
      keyOf={(each) => each.phone}
      actions={button}
    />
  )
}

const subscriberColumns = (id: string): Column<Subscriber>[] => [
  { name: say('word.phone'), cell: ({ phone }) => phone, isNumber: true },
  {
    name: say('word.status'),
    cell: ({ status, by }) => (
      <Status
        tone={status === 'subscribed' ? 'good' : 'quiet'}
        text={say(status === 'unsubscribed' && by === 'word' ? 'subscriber.leftByWord' : `subscriber.${status}`)}
      />
    ),
  },
  {
    name: say('word.since'),
    cell: ({ status, optedInAt, optedOutAt }) => {
      const at = status === 'subscribed' ? optedInAt : optedOutAt
      return at && shortMoment(at)
    },
  },
  { name: '', cell: (person) => <RemoveButton id={id} person={person} /> },
]

/** Button that unsubscribes a person. Absent once they have left: they stay in the list. */
function RemoveButton({ id, person: { phone, status } }: { id: string; person: Subscriber }) {
  const mayRemove = useMay()('subscribers.remove')
  if (!mayRemove || status !== 'subscribed') return null
  return (
    <ConfirmButton
      name={say('subscriber.remove')}
      text={say('subscriber.removeWhy', { phone })}
      run={() => api.subscribers.remove({ id, phones: [phone] })}
      changes={['channels']}
      button={{ size: 'compact-xs', color: 'red', variant: 'light' }}
    />
  )
}

/** Form that adds subscribers. People who left with a word such as STOP are added only if they consented again. */
function NewSubscribersForm({ id, onDone }: { id: string; onDone: () => void }) {
  const { fields, bind } = useFields({ phones: '' })
  const [reconsented, setReconsented] = useState(false)
  const add = useAction({
    run: () => api.subscribers.add({ id, phones: phonesOf(fields.phones), reconsented }),
    changes: ['channels'],
    done: (people) => {
      const added = people.filter(({ status }) => status === 'subscribed').length
      return say('subscriber.areAdded', { count: added })
    },
    isOfForm: true,
  })
  return (
    <DeskForm
      submitName={say('subscriber.add')}
      action={add}
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

/** The channels for broadcasts, each with its audience. Deleting one also deletes its posts. */
export function BroadcastsScreen() {
  const workspace = useWorkspaceId()
  const may = useMay()
  const remove = removal(may('channels.remove'), 'channel.removeWhy', (row) => api.channels.remove(row))
  return (
    <Resource
      title={say('nav.broadcasts')}
      lead={say('channel.lead')}
      query={useQuery(channelsQuery(workspace))}
      columns={channelColumns()}
      nameOf={({ name }) => name}
      textOf={({ name, description }) => [name, description].join(' ')}
      empty={{ title: say('channel.none'), why: say('channel.noneWhy') }}
      create={may('channels.create') && { name: say('channel.new'), form: () => <ChannelForm /> }}
      bulk={useBulk(['channels'], [remove])}
    />
  )
}

const channelColumns = (): Column<Channel>[] => [
  {
    name: say('word.name'),
    cell: ({ id, name }) => <PlaceLink to={`broadcasts/${id}`}>{name}</PlaceLink>,
    by: ({ name }) => name,
  },
  { name: say('channel.audience'), cell: (channel) => <Audience channel={channel} /> },
  { name: say('word.description'), cell: ({ description }) => description },
]

/** Who gets a channel's posts: its subscribers, or the contacts in its segment. */
function Audience({ channel: { segment, subscribers } }: { channel: Channel }) {
  const segments = useQuery(segmentsQuery(useWorkspaceId())).data ?? []
  if (segment === null) return <>{say('channel.subscribers', { count: subscribers })}</>
  const found = segments.find(({ id }) => id === segment)
  return <>{found ? say('channel.segment', { name: found.name, count: found.count }) : segment}</>
}
