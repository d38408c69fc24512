import { Button, TextInput } from '@mantine/core'
import type { LoggedEvent } from '@posthorn/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useKeys } from '../../keys/bindings.ts'
import { subjectOf } from '../../live/about-event.ts'
import styles from '../../parts/desk.module.css'
import { Icon } from '../../parts/icon.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Empty, Loaded, Page, Panel, PlaceLink } from '../../parts/page.tsx'
import { type Column, More, Rows } from '../../parts/rows.tsx'
import { useWorkspaceId } from '../../session/session.ts'
import { fullMoment, say } from '../../words/words.ts'
import { eventsQuery } from './data.ts'

/** The event log, newest first. Updates live unless paused. */
export function EventsScreen() {
  const { kind } = useSearch({ strict: false })
  const [isPaused, setPaused] = useState(false)
  const query = useInfiniteQuery({ ...eventsQuery(useWorkspaceId(), kind), enabled: !isPaused })
  const toggle = () => setPaused(!isPaused)
  useKeys({ p: toggle })
  const button = (
    <Button variant="default" leftSection={<Icon name={isPaused ? 'play' : 'pause'} size={15} />} onClick={toggle}>
      {say(isPaused ? 'event.goOn' : 'event.pause')}
    </Button>
  )
  return (
    <Page title={say('nav.events')} lead={say('event.lead')} actions={button}>
      <Panel>
        <KindFilter kind={kind} />
        <Loaded query={query}>
          {(events) =>
            events.length === 0 ? (
              <Empty title={say('event.none')}>{say('event.noneWhy')}</Empty>
            ) : (
              <Rows label={say('nav.events')} columns={columns()} rows={events} keyOf={({ id }) => id} />
            )
          }
        </Loaded>
        <More query={query} />
      </Panel>
    </Page>
  )
}

/** Filters the log by kind. The URL contains the kind, so that a shared link shows the same events. */
function KindFilter({ kind }: { kind: string | undefined }) {
  const [text, setText] = useState(kind ?? '')
  const navigate = useNavigate()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const search = text.trim() === '' ? {} : { kind: text.trim() }
        void navigate({ to: '.', search: search })
      }}
    >
      <TextInput
        size="xs"
        maw={320}
        mb="sm"
        label={say('event.kind')}
        placeholder="message:*"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </form>
  )
}

const columns = (): Column<LoggedEvent>[] => [
  { name: say('event.sequence'), cell: ({ sequence }) => `#${sequence}`, isNumber: true },
  {
    name: say('event.kind'),
    cell: ({ id, event }) => (
      <PlaceLink to={`developer/events/${id}`} className={styles.whole}>
        {event}
      </PlaceLink>
    ),
  },
  { name: say('event.about'), cell: (event) => subjectOf(event) },
  { name: say('event.at'), cell: ({ occurredAt }) => <Moment at={occurredAt} text={fullMoment(occurredAt)} /> },
]
