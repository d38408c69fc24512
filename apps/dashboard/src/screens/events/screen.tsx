import { Button, TextInput } from '@mantine/core'
import type { LoggedEvent } from '@posthorn/sdk'
import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { api, itemQuery, poll } from '../../api/api.ts'
import { useKeys } from '../../keys/bindings.ts'
import { placeOfEvent, subjectOf } from '../../live/about-event.ts'
import deskStyles from '../../parts/desk.module.css'
import { Icon } from '../../parts/icon.tsx'
import { Moment } from '../../parts/moment.tsx'
import { CodeBlock, CopyButton, Loaded, Page, Panel, PlaceLink } from '../../parts/page.tsx'
import { FilterForm, ListPanel } from '../../parts/resource.tsx'
import { type Column } from '../../parts/rows.tsx'
import { useWorkspaceId } from '../../session/session.ts'
import { fullMoment, say } from '../../words/words.ts'

const size = 50

/**
 * The event log, newest first, filtered by a kind or by all kinds of a noun, such as `message:*`. The log has no cursors: a page begins
 * before the sequence number of the last event shown.
 */
const eventsQuery = (workspaceId: string, kind: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['events', workspaceId, { kind }],
    queryFn: ({ pageParam, signal }): Promise<LoggedEvent[]> => {
      const before = pageParam === undefined ? {} : { before: pageParam }
      const kinds = kind === undefined ? {} : { events: [kind] }
      return api.events.list({ order: 'desc', size, ...before, ...kinds }, { signal })
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < size ? undefined : page.at(-1)?.sequence),
    select: ({ pages }) => pages.flat(),
  })

const eventQuery = itemQuery('events', api.events.get)

const eventDeliveriesQuery = itemQuery('events', api.events.deliveries, 'deliveries')

/** One event of the log: which webhooks get it, its contents, and a link to what it is about. */
export function EventScreen() {
  const { event: id = '' } = useParams({ strict: false })
  const workspace = useWorkspaceId()
  const query = useQuery(eventQuery(workspace, id))
  const { data } = query
  const place = data && placeOfEvent(data)
  const text = JSON.stringify(data, null, 2)
  return (
    <Page
      title={data ? `${data.event} #${data.sequence}` : say('nav.events')}
      lead={data && fullMoment(data.occurredAt)}
      back={{ to: 'developer/events', name: say('nav.events') }}
      actions={place && <PlaceLink to={place}>{say('event.open')}</PlaceLink>}
    >
      <Deliveries eventId={id} />
      <Panel title={say('event.data')} actions={data && <CopyButton text={text} />}>
        <Loaded query={query}>{() => <CodeBlock label={say('event.data')} text={text} />}</Loaded>
      </Panel>
    </Page>
  )
}

/** The deliveries of an event, one for each URL of a webhook that gets it, with their status. */
function Deliveries({ eventId }: { eventId: string }) {
  const query = useQuery({ ...eventDeliveriesQuery(useWorkspaceId(), eventId), refetchInterval: poll(5_000) })
  return (
    <Panel title={say('webhook.deliveries')}>
      <Loaded query={query}>
        {(deliveries) =>
          deliveries.length === 0 ? (
            <p className={deskStyles.quiet}>{say('event.noDelivery')}</p>
          ) : (
            <ul>
              {deliveries.map((delivery) => (
                <li key={delivery.id}>
                  <PlaceLink to={`developer/deliveries/${delivery.id}`}>{delivery.url}</PlaceLink>
                  {` · ${say(`delivery.${delivery.status}`)}`}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}

/** The event log, newest first. Updates live, unless it is paused so that rows stay in place while someone reads them. */
export function EventsScreen() {
  const { kind } = useSearch({ strict: false })
  const [isPaused, setPaused] = useState(false)
  const query = useInfiniteQuery({
    ...eventsQuery(useWorkspaceId(), kind),
    // A kind that is chosen meanwhile is read once: its rows aren't known yet.
    enabled: ({ state }) => !isPaused || state.data === undefined,
  })
  const toggle = () => setPaused(!isPaused)
  useKeys({ p: toggle })
  const button = (
    <Button variant="default" leftSection={<Icon name={isPaused ? 'play' : 'pause'} size={15} />} onClick={toggle}>
      {say(isPaused ? 'word.resume' : 'word.pause')}
    </Button>
  )
  return (
    <Page title={say('nav.events')} lead={say('event.lead')} actions={button}>
      <ListPanel
        query={query}
        empty={say('event.none')}
        emptyWhy={say('event.noneWhy')}
        label={say('nav.events')}
        columns={columns()}
        keyOf={({ id }) => id}
        isTitled={false}
      >
        <KindFilter kind={kind} />
      </ListPanel>
    </Page>
  )
}

/** Field that filters the log by kind. Follows the URL, which also changes when the person goes back. */
function KindFilter({ kind = '' }: { kind: string | undefined }) {
  const [text, setText] = useState(kind)
  useEffect(() => setText(kind), [kind])
  return (
    <FilterForm values={{ kind: text }}>
      <TextInput
        size="xs"
        label={say('event.kind')}
        placeholder="message:*"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </FilterForm>
  )
}

const columns = (): Column<LoggedEvent>[] => [
  { name: say('view.number'), cell: ({ sequence }) => `#${sequence}`, isNumber: true },
  {
    name: say('event.kind'),
    cell: ({ id, event }) => (
      <PlaceLink to={`developer/events/${id}`} className={deskStyles.whole}>
        {event}
      </PlaceLink>
    ),
  },
  { name: say('event.about'), cell: (event) => subjectOf(event) },
  { name: say('word.time'), cell: ({ occurredAt }) => <Moment at={occurredAt} text={fullMoment(occurredAt)} /> },
]
