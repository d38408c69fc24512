import { SegmentedControl } from '@mantine/core'
import type { LoggedEvent } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { api, queryClient } from '../api/api.ts'
import { isBehindDialog, isTyping } from '../keys/bindings.ts'
import { subjectOf } from '../live/about-event.ts'
import { onLiveEvent } from '../live/live.ts'
import { IconButton } from '../parts/icon.tsx'
import { CodeBlock, Loaded, PlaceLink } from '../parts/page.tsx'
import { useMay, useWorkspaceId } from '../session/session.ts'
import { clockTimeWithSeconds, say } from '../words/words.ts'
import styles from './drawer.module.css'
import { DrawerRequests } from './requests.tsx'
import { isAbout, type Scope, scopeOf } from './scope.ts'

/** For an object without a filter, its events are those among this many that name it. */
const keptMax = 200
const shownMax = 60

/** The newest events about the screen's object, or about everything. Updates live. */
function DrawerEvents() {
  const scope = scopeOf(useParams({ strict: false }))
  const [isWide, setWide] = useState(false)
  const used = isWide ? undefined : scope
  const query = useNewest(useWorkspaceId(), used)
  return (
    <div className={styles.body}>
      <div className={styles.lead}>
        <span>{used ? say('drawer.eventsOf', { what: say(`drawer.${used.kind}`) }) : say('drawer.eventsOfAll')}</span>
        {scope && (
          <SegmentedControl
            size="xs"
            aria-label={say('drawer.scope')}
            data={[
              { value: 'own', label: say(`drawer.${scope.kind}`) },
              { value: 'all', label: say('drawer.all') },
            ]}
            value={isWide ? 'all' : 'own'}
            onChange={(value) => setWide(value === 'all')}
          />
        )}
      </div>
      <Loaded query={query}>
        {(events) => <EventList events={events} scope={isNarrowed(used) ? undefined : used} />}
      </Loaded>
    </div>
  )
}

/** Filters for the screen's object. For objects without a filter, the newest events are searched. */
const conditions: Partial<
  Record<Scope['kind'], (id: string) => { number?: string[]; message?: string; chat?: string }>
> = { number: (id) => ({ number: [id] }), message: (id) => ({ message: id }), chat: (id) => ({ chat: id }) }

/** Returns whether the API can filter events by the screen's object. */
const isNarrowed = (scope: Scope | undefined) => scope !== undefined && conditions[scope.kind] !== undefined

/** Reads the newest events, and adds new ones from the live stream. Only some objects have a filter; for others, these are all events. */
function useNewest(workspaceId: string, scope: Scope | undefined) {
  const narrowed = (scope && conditions[scope.kind]?.(scope.id)) ?? {}
  const queryKey = ['drawer-events', workspaceId, narrowed]
  useEffect(
    () =>
      onLiveEvent((event) => {
        const isWanted = !isNarrowed(scope) || (scope && isAbout(event, scope))
        queryClient.setQueryData(queryKey, (known: LoggedEvent[] | undefined) => {
          const isNew = isWanted && known && event.sequence > (known[0]?.sequence ?? 0)
          return isNew ? [event as unknown as LoggedEvent, ...known].slice(0, keptMax) : known
        })
      }),
    // These determine `queryKey`.
    [workspaceId, scope?.id],
  )
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => api.events.list({ order: 'desc', size: keptMax, ...narrowed }, { signal }),
    // While the drawer doesn't show this list, nothing adds to it.
    staleTime: 0,
  })
}

/** The newest sixty events as rows. With a scope, only those whose data names the object. */
function EventList({ events, scope }: { events: LoggedEvent[]; scope: Scope | undefined }) {
  const shown = (scope ? events.filter((event) => isAbout(event, scope)) : events).slice(0, shownMax)
  if (shown.length === 0) {
    const text = scope ? say('drawer.noEventsOf', { count: events.length }) : say('drawer.noEvents')
    return <p className={styles.quiet}>{text}</p>
  }
  return (
    <ul className={styles.list} aria-label={say('nav.events')}>
      {shown.map((event) => (
        <li key={event.id}>
          <EventRow event={event} />
        </li>
      ))}
    </ul>
  )
}

/** An event. Its data is rendered only when opened, because rendering it for all sixty events would be too slow. */
function EventRow({ event }: { event: LoggedEvent }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.row} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span className={styles.number}>#{event.sequence}</span>
        <b>{event.event}</b>
        <span className={styles.subject}>{subjectOf(event)}</span>
        <time>{clockTimeWithSeconds(event.occurredAt)}</time>
      </summary>
      {isOpen && (
        <>
          <PlaceLink to={`developer/events/${event.id}`}>{event.id}</PlaceLink>
          <CodeBlock label={event.event} text={JSON.stringify(event.data, null, 2)} />
        </>
      )}
    </details>
  )
}

type Part = 'events' | 'requests'

/** Drawer with the requests of the screen above and, if the caller may read them, its events. Takes the focus, and returns it when closed. */
export function Drawer({ onClose }: { onClose: () => void }) {
  const maySeeEvents = useMay()('events.list')
  const [chosen, setPart] = useState<Part>('events')
  const part = maySeeEvents ? chosen : 'requests'
  const box = useClosing(onClose)
  const parts = (maySeeEvents ? (['events', 'requests'] as const) : (['requests'] as const)).map((value) => ({
    value,
    label: say(value === 'events' ? 'nav.events' : 'drawer.requests'),
  }))
  return (
    <section ref={box} className={styles.drawer} aria-label={say('shell.drawer')} tabIndex={-1}>
      <header className={styles.head}>
        <h2>{say('shell.drawer')}</h2>
        <SegmentedControl
          size="xs"
          data={parts}
          value={part}
          onChange={(value) => setPart(value as Part)}
          aria-label={say('word.show')}
        />
        <IconButton icon="close" label={say('drawer.close')} color="gray" ml="auto" onClick={onClose} />
      </header>
      {part === 'events' ? <DrawerEvents /> : <DrawerRequests />}
    </section>
  )
}

/** Moves the focus into the drawer, and returns it when the drawer closes. Escape closes the drawer, except in fields and dialogs. */
function useClosing(onClose: () => void) {
  const box = useRef<HTMLElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    const before = document.activeElement
    box.current?.focus()
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isTyping(event) || isBehindDialog()) return
      event.preventDefault()
      event.stopPropagation()
      close.current()
    }
    // Before the keys of the page, which may also bind Escape.
    document.addEventListener('keydown', onKey, true)
    return () => {
      document.removeEventListener('keydown', onKey, true)
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return box
}
