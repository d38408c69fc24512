import type { Query } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryClient } from '../api/api.ts'
import { isPassing } from '../parts/problem.tsx'
import { storeOf } from '../parts/store.ts'
import { currentAccess } from '../session/session.ts'
import { isRestoredBetween } from './about-event.ts'
import { applyEvent, viewer } from './apply/apply.ts'
import { followStream, type LiveEvent, type StreamNotice } from './stream.ts'

/** State of the connection: its status, when that status began, and the last event shown. */
type LiveState = { status: 'connecting' | 'live' | 'away'; since: number; sequence: number | undefined }

const connecting = (): LiveState => ({ status: 'connecting', since: Date.now(), sequence: undefined })
const connection = storeOf(connecting())
const eventListeners = new Set<(event: LiveEvent) => void>()
/** Events since the page was loaded. Undefined once their listener is loaded. */
let early: LiveEvent[] | undefined = []
const earlyMax = 100
/** Above this number of pending events, and after a restore of the database, the screen is refetched instead. */
const eventsAtOnceMax = 2_000
/** How often a page without a stream reads what it shows, while the server has too many streams open. */
const refusedPollMs = 30_000
/** About a frame, so that many events render the screen once. */
const applyPauseMs = 16

/** Changes the state of the connection. Its time changes only with its status. */
function setState(change: Partial<LiveState>): void {
  const state = connection.get()
  const since = change.status !== undefined && change.status !== state.status ? Date.now() : state.since
  connection.set({ ...state, since, ...change })
}

export const useLiveState = (): LiveState => connection.use()

/** Subscribes to events as they are shown. If too many arrive at once, listeners don't get them. */
export function onLiveEvent(listener: (event: LiveEvent) => void): () => void {
  eventListeners.add(listener)
  return () => eventListeners.delete(listener)
}

/**
 * Subscribes to events, and first reports the first hundred since the page was loaded. For alerts, which load after the first screen.
 */
export function onLiveEventSinceLoad(listener: (event: LiveEvent) => void): () => void {
  for (const event of early ?? []) listener(event)
  early = undefined
  return onLiveEvent(listener)
}

/** Shows an event: changes what is cached, and then tells the listeners. An error in one of them doesn't keep it from the others. */
function showEvent(workspaceId: string, event: LiveEvent): void {
  if (early !== undefined && early.length < earlyMax) early.push(event)
  const apply = () => applyEvent(queryClient, workspaceId, event)
  for (const show of [apply, ...eventListeners]) {
    try {
      show(event)
    } catch (error) {
      reportError(error)
    }
  }
}

/** Follows the workspace's events while the component is mounted. */
export function useLive(workspaceId: string): void {
  useEffect(() => {
    // The state can be that of another workspace.
    connection.set(connecting())
    const stop = new AbortController()
    const access = currentAccess()
    const account = access?.kind === 'person' ? access.account : undefined
    const person = account?.person.id ?? ''
    viewer.id = account?.workspaces.find(({ id }) => id === workspaceId)?.member
    const receiver = createReceiver(workspaceId)
    const name = `posthorn-live-${workspaceId}-${person}`
    void followTogether({ name, isShared: person !== '', signal: stop.signal, report: receiver.report })
    return () => {
      stop.abort()
      receiver.end()
    }
  }, [workspaceId])
}

/** Refetches the notifications. They aren't in the event log, so even a resumed stream lacks those from while it was down. */
function refreshNotifications(workspaceId: string): void {
  void queryClient.invalidateQueries({ queryKey: ['notifications', workspaceId] })
}

/** Whether a query was read, or failed for now only. */
const isReadable = ({ state: { error } }: Query): boolean => error === null || isPassing(error)

/**
 * Receives what a workspace's stream reports: keeps the state of the connection, applies events together after a moment, and refetches what the
 * stream lacks.
 */
function createReceiver(workspaceId: string) {
  let waiting: LiveEvent[] = []
  let isPlanned = false
  let isOver = false
  let hasOpened = false
  let readAtMs = Date.now()
  const readWithoutStream = () => {
    if (Date.now() - readAtMs < refusedPollMs) return
    readAtMs = Date.now()
    void queryClient.invalidateQueries({ predicate: isReadable })
  }
  const apply = () => {
    isPlanned = false
    if (isOver) return
    const events = waiting
    waiting = []
    const isRestored = isRestoredBetween(connection.get().sequence, events.at(-1)?.sequence)
    if (isRestored || events.length > eventsAtOnceMax) void queryClient.invalidateQueries()
    else for (const event of events) showEvent(workspaceId, event)
    setState({ sequence: events.at(-1)?.sequence })
  }
  const plan = () => {
    if (isPlanned) return
    isPlanned = true
    // Not an animation frame: a tab that is hidden meanwhile gets none, and would alert no one.
    setTimeout(apply, applyPauseMs)
  }
  return {
    report(notice: StreamNotice) {
      if (isOver) return
      if ('event' in notice) {
        waiting.push(notice.event)
        return plan()
      }
      if ('waitMs' in notice) {
        if (notice.isRefused) readWithoutStream()
        return setState({ status: 'away' })
      }
      if ('notified' in notice) return refreshNotifications(workspaceId)
      setState({ status: 'live' })
      // A new stream, or a tab that joins that of another, lacks the events from before. What the page's own requests were refused just now would
      // be refused again.
      if (notice.isResumed && hasOpened) refreshNotifications(workspaceId)
      else void queryClient.invalidateQueries(hasOpened ? {} : { predicate: isReadable })
      hasOpened = true
    },
    end() {
      isOver = true
    },
  }
}

/** What tabs tell each other. `hello`: a new tab asks whether the stream is open. */
type Shared = { notice: StreamNotice } | { hello: true }

type Options = {
  /** Name of the lock and channel, which differs for each person and workspace. */
  name: string
  /** Whether other tabs can use the same stream. With a key, each tab has a stream. */
  isShared: boolean
  signal: AbortSignal
  report: (notice: StreamNotice) => void
}

/**
 * Reads the stream once for all tabs of a person in a workspace. The tab that has the lock reads it and forwards the events: browsers allow
 * six connections per host, so one stream per tab would block the seventh tab. When that tab closes, another one takes over.
 */
async function followTogether({ name, isShared, signal, report }: Options): Promise<void> {
  if (!isShared || !('locks' in navigator)) return followStream({ after: undefined, signal, report })
  const channel = new BroadcastChannel(name)
  let last: number | undefined
  let isLeader = false
  let isOpen = false
  const note = (notice: StreamNotice) => {
    if ('event' in notice) last = notice.event.sequence
    isOpen = !('waitMs' in notice)
    report(notice)
  }
  channel.onmessage = ({ data }: MessageEvent<Shared>) => {
    if ('notice' in data) note(data.notice)
    else if (isLeader && isOpen) channel.postMessage({ notice: { open: true, isResumed: true } } satisfies Shared)
  }
  signal.addEventListener('abort', () => channel.close())
  channel.postMessage({ hello: true } satisfies Shared)
  const lead = async () => {
    isLeader = true
    await followStream({
      after: last,
      signal,
      report(notice) {
        note(notice)
        if (!signal.aborted) channel.postMessage({ notice } satisfies Shared)
      },
    })
  }
  await navigator.locks.request(name, { signal }, lead).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}
