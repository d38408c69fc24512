import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { api, chatQuery, unreadQuery } from '../api/api.ts'
import { onLiveEventSinceLoad } from '../live/live.ts'
import { previewOf } from '../parts/message.tsx'
import { serverNow } from '../parts/moment.tsx'
import { useOpenPlace } from '../parts/page.tsx'
import { clearTitle, countInTitle } from '../parts/title.ts'
import { useMe, useWorkspaceId } from '../session/session.ts'
import { say } from '../words/words.ts'
import {
  alertSetting,
  freshOf,
  isWanted,
  placeOfNotification,
  playSound,
  pushedKinds,
  rememberPushed,
  sayNotification,
  writtenIn,
} from './alert.ts'

const lockName = 'posthorn-attention'

/**
 * Holds a lock while this tab has the focus, so that no tab alerts a person who is looking: all tabs of the browser can see the lock, and it
 * ends with its tab. Calls `onLook` each time this tab gets the focus, and at once if it has it.
 */
function followAttention(onLook: () => void, signal: AbortSignal): void {
  let blurred: (() => void) | undefined
  const look = () => {
    onLook()
    if (blurred !== undefined || !('locks' in navigator)) return
    const until = new Promise<void>((resolve) => (blurred = resolve))
    void navigator.locks.request(lockName, { mode: 'shared' }, () => until)
  }
  const away = () => {
    blurred?.()
    blurred = undefined
  }
  addEventListener('focus', look, { signal })
  addEventListener('blur', away, { signal })
  signal.addEventListener('abort', away)
  if (document.hasFocus()) look()
}

/** Whether the person is looking at a dashboard tab, this one or, where the browser has locks, another. If so, they need no alert. */
async function isLookedAt(): Promise<boolean> {
  if (document.hasFocus()) return true
  if (!('locks' in navigator)) return false
  const locks: LockManagerSnapshot = await navigator.locks.query()
  return Object.values(locks).some((some: LockInfo[]) => some.some(({ name }) => name === lockName))
}

/** Plays the sound unless another tab is playing it: all tabs get the same alert. */
async function playInOneTab(): Promise<void> {
  if (!('locks' in navigator)) return playSound()
  await navigator.locks.request('posthorn-sound', { ifAvailable: true }, async (lock) => {
    if (lock !== null) await playSound()
  })
}

/** `kind`: the push service's name for this kind of alert. */
type Alert = { kind: string; title: string; body: string; tag: string; to: string }

/**
 * Alerts the person while no dashboard tab has focus: in the tab title, with a sound, or with a browser notification. Also marks
 * notifications of the open chat as read, keeps this browser registered for pushes, and opens the page of a clicked one. Renders nothing.
 */
export function Alerts() {
  const memberId = useMe().member?.id ?? ''
  const [looks, setLooks] = useState(0)
  useEffect(() => {
    const stop = new AbortController()
    const look = () => {
      clearTitle()
      setLooks((count) => count + 1)
    }
    followAttention(look, stop.signal)
    return () => stop.abort()
  }, [])
  useMessageAlerts(memberId)
  useNotificationAlerts(memberId)
  useReadInChat(memberId, looks)
  usePushes()
  return null
}

type Written = NonNullable<ReturnType<typeof writtenIn>>

/** Alerts for customers' messages, which the live stream reports: the server creates no notification for each message. */
function useMessageAlerts(memberId: string): void {
  const workspace = useWorkspaceId()
  const client = useQueryClient()
  const alertPerson = useAlert(memberId)
  const latest = useRef((_message: Written) => Promise.resolve())
  latest.current = async (message) => {
    if (await isLookedAt()) return
    const { chat: id } = message
    const chat = await client.fetchQuery({ ...chatQuery(workspace, id), staleTime: 5_000 })
    if (!isWanted(chat, { memberId, setting: alertSetting(memberId) })) return
    const title = chat.name ?? chat.phone ?? say('alert.someone')
    const kind = chat.assignee === null ? 'unassigned' : 'message'
    await alertPerson({ kind, title, body: previewOf(message), tag: id, to: `inbox/all/${id}` })
  }
  useEffect(
    () =>
      onLiveEventSinceLoad((event) => {
        const message = writtenIn(event, serverNow())
        if (message) void latest.current(message).catch(() => {})
      }),
    [],
  )
}

/** Renews this browser's registration for pushes, if it had one, and opens the page of a clicked push when the worker asks this tab to. */
function usePushes(): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (pushedKinds().length === 0) return
    void import('../push/device.ts')
      .then(async ({ renewDevice }) => rememberPushed(await renewDevice()))
      .catch(() => {})
  }, [])
  useEffect(() => {
    const stop = new AbortController()
    const open = ({ data }: MessageEvent<{ to?: string } | null>) => {
      if (typeof data?.to === 'string') void navigate({ href: data.to })
    }
    navigator.serviceWorker?.addEventListener('message', open, { signal: stop.signal })
    return () => stop.abort()
  }, [navigate])
}

/** Alerts for notifications, which the server creates and stores. */
function useNotificationAlerts(memberId: string): void {
  const workspace = useWorkspaceId()
  const { data: unread } = useQuery({ ...unreadQuery(workspace), enabled: memberId !== '' })
  const alertPerson = useAlert(memberId)
  const newest = useRef<string>(undefined)
  useEffect(() => {
    if (unread === undefined) return
    const fresh = freshOf(newest.current, unread, serverNow())
    const [first] = unread
    // Once the newest one is read, the list begins with one that was already known.
    newest.current = [newest.current ?? '', first?.id ?? ''].toSorted().at(-1)
    for (const each of fresh) {
      const { to, search } = placeOfNotification(each)
      const title = each.name ?? say('alert.someone')
      const place = search.m === undefined ? to : `${to}?m=${search.m}`
      const alert = { kind: each.kind, title, body: sayNotification(each), tag: each.chat ?? each.id, to: place }
      void alertPerson(alert).catch(() => {})
    }
  }, [unread, alertPerson])
}

/**
 * Marks notifications about the open chat as read while the person looks at it. `looks`: how often they came back to the tab, which tries
 * again with notifications that arrived meanwhile.
 */
function useReadInChat(memberId: string, looks: number): void {
  const workspace = useWorkspaceId()
  const { chat } = useParams({ strict: false }) as { chat?: string }
  const client = useQueryClient()
  const { data: unread } = useQuery({ ...unreadQuery(workspace), enabled: memberId !== '' })
  useEffect(() => {
    const ids = (unread ?? []).flatMap((each) => (chat !== undefined && each.chat === chat ? [each.id] : []))
    if (ids.length === 0 || !document.hasFocus()) return
    const refresh = () => client.invalidateQueries({ queryKey: ['notifications', workspace] })
    void api.notifications.read({ ids }).then(refresh, () => {})
  }, [unread, chat, looks, workspace, client])
}

/**
 * Returns a function that alerts the person the way they chose, unless they are looking at the dashboard. It stays the same, so that a render
 * repeats no alert.
 */
function useAlert(memberId: string): (alert: Alert) => Promise<void> {
  const openPlace = useOpenPlace()
  const latest = useRef((_alert: Alert) => Promise.resolve())
  latest.current = async (alert) => {
    if (await isLookedAt()) return
    const { title, sound, desktop } = alertSetting(memberId)
    if (title) countInTitle()
    // A tab that was never clicked can't play, and would keep the lock until it is.
    if (sound && navigator.userActivation?.hasBeenActive !== false) void playInOneTab().catch(() => {})
    if (desktop && !pushedKinds().includes(alert.kind)) showNotice(alert, () => openPlace(alert.to))
  }
  const [alertPerson] = useState(() => (alert: Alert) => latest.current(alert))
  return alertPerson
}

/** Shows a browser notification, if the person permits them. It replaces an older one for the same chat, even from another tab. */
function showNotice({ title, body, tag }: Alert, open: () => void): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  const notice = new Notification(title, { body, tag, icon: '/app/icon.svg' })
  notice.addEventListener('click', () => {
    window.focus()
    open()
    notice.close()
  })
}
