import { useEffect, useSyncExternalStore } from 'react'
import { queryClient } from '../api/queries.ts'
import { currentAccess } from '../session/session.ts'
import { applyEvent } from './apply/apply.ts'
import { followTogether } from './leader.ts'
import type { LiveEvent, StreamNotice } from './stream.ts'

/** State of the connection: the last event shown, and since when it is in this state. */
export type LiveState = { status: 'connecting' | 'live' | 'away'; since: number; sequence: number | undefined }

let state: LiveState = { status: 'connecting', since: Date.now(), sequence: undefined }
const stateListeners = new Set<() => void>()
const eventListeners = new Set<(event: LiveEvent) => void>()
/** Events since the page was loaded, until their listener is; undefined from then on. */
let early: LiveEvent[] | undefined = []
const earlyMax = 100
/** Beyond this many events at once, what is on the screen is read anew instead. */
const eventsAtOnceMax = 2_000

function setState(change: Partial<LiveState>): void {
  const since = change.status !== undefined && change.status !== state.status ? Date.now() : state.since
  state = { ...state, since, ...change }
  for (const listener of stateListeners) listener()
}

/** Returns the state of the connection. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(
    (listener) => {
      stateListeners.add(listener)
      return () => stateListeners.delete(listener)
    },
    () => state,
  )
}

/** Subscribes to each event as it is shown; of too many at once none is passed on. */
export function onLiveEvent(listener: (event: LiveEvent) => void): () => void {
  eventListeners.add(listener)
  return () => eventListeners.delete(listener)
}

/** Subscribes to the events since the page was loaded: alerts are loaded after the first screen, and concern what comes meanwhile, too. */
export function onLiveEventSinceLoad(listener: (event: LiveEvent) => void): () => void {
  for (const event of early ?? []) listener(event)
  early = undefined
  return onLiveEvent(listener)
}

function take(workspace: string, event: LiveEvent): void {
  applyEvent(queryClient, workspace, event)
  if (early !== undefined && early.length < earlyMax) early.push(event)
  for (const listener of eventListeners) listener(event)
}

/** Keeps everything that was read of a workspace up to date while the component is shown. */
export function useLive(workspace: string): void {
  useEffect(() => {
    const stop = new AbortController()
    const access = currentAccess()
    const person = access?.kind === 'person' ? access.account.person.id : ''
    const flow = createFlow(workspace)
    const name = `posthorn-live-${workspace}-${person}`
    void followTogether({ name, isShared: person !== '', signal: stop.signal, report: flow.report })
    return () => {
      stop.abort()
      flow.end()
    }
  }, [workspace])
}

/** Notifications are in no log, so a stream that continues where it was has not those of meanwhile. */
function refreshNotifications(workspace: string): void {
  void queryClient.invalidateQueries({ queryKey: ['notifications', workspace] })
}

/** Collects events, and applies them at most once in a frame. */
function createFlow(workspace: string) {
  let waiting: LiveEvent[] = []
  let isPlanned = false
  let isOver = false
  const apply = () => {
    isPlanned = false
    if (isOver) return
    const events = waiting
    waiting = []
    if (events.length > eventsAtOnceMax) void queryClient.invalidateQueries()
    else for (const event of events) take(workspace, event)
    setState({ sequence: events.at(-1)?.sequence })
  }
  const plan = () => {
    if (isPlanned) return
    isPlanned = true
    // Frames stand still in a tab that is not seen.
    if (document.hidden) setTimeout(apply, 200)
    else requestAnimationFrame(apply)
  }
  return {
    report(notice: StreamNotice) {
      if (isOver) return
      if ('event' in notice) {
        waiting.push(notice.event)
        return plan()
      }
      if ('waitMs' in notice) return setState({ status: 'away' })
      if (!('open' in notice && !notice.isResumed)) refreshNotifications(workspace)
      if ('notified' in notice) return
      setState({ status: 'live' })
      // What happened before the stream was open is not in it.
      if (!notice.isResumed) void queryClient.invalidateQueries()
    },
    end() {
      isOver = true
    },
  }
}
