import type { Presence } from '@posthorn/sdk'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../api/api.ts'
import { useMay } from '../../session/session.ts'

/** Less than a third of the time for which a report is valid, so that a lost report has no effect. */
const aloneMs = 4_000
/** Two people in the same chat must quickly see when the other one is typing. Such chats are rare. */
const togetherMs = 1_500
/** A shorter look isn't reported, so that someone who steps through chats isn't shown in each of them. */
export const glanceMs = 400
/** Each failure doubles the pause before the next report, up to this many times. */
const doublingsMax = 4

const reportEveryMs = (others: readonly Presence[]): number => (others.length > 0 ? togetherMs : aloneMs)

/** While the page is visible, reports that the person is viewing the chat or typing in it. Returns the other people who are. */
export function usePresence(chatId: string, isWriting: boolean): Presence[] {
  const [others, setOthers] = useState<Presence[]>([])
  const isAllowed = useMay()('chats.presence')
  const status = isWriting ? 'writing' : 'viewing'
  const everyMs = reportEveryMs(others)
  const isReported = useRef(false)
  useEffect(() => {
    if (!isAllowed) return
    const stop = new AbortController()
    let failures = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const report = async () => {
      clearTimeout(timer)
      timer = undefined
      if (!document.hidden) {
        isReported.current = true
        const options = { signal: stop.signal, retries: 0 }
        const answer = await api.chats.presence({ id: chatId, status }, options).catch(() => undefined)
        if (stop.signal.aborted) return
        failures = answer ? 0 : failures + 1
        if (answer) setOthers((known) => (isSame(known, answer.others) ? known : answer.others))
      }
      timer = setTimeout(() => void report(), everyMs * 2 ** Math.min(failures, doublingsMax))
    }
    if (isReported.current || isWriting) void report()
    else timer = setTimeout(() => void report(), glanceMs)
    // If a report is in progress, a second one isn't needed.
    const onSeen = () => timer !== undefined && void report()
    document.addEventListener('visibilitychange', onSeen)
    return () => {
      stop.abort()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onSeen)
    }
  }, [chatId, status, isAllowed, everyMs])
  useLeaving(chatId, isReported)
  return others
}

/** After this time without a keystroke, the person no longer counts as typing. */
const pauseMs = 15_000

/** Returns whether the person is typing, and the function to call after each keystroke. */
export function useTyping(): [isTyping: boolean, onType: () => void] {
  const [isTyping, setTyping] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const onType = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setTyping(false), pauseMs)
    setTyping(true)
  }
  return [isTyping, onType]
}

/** Reports that the chat was closed. After the page closes, the presence expires by itself. */
function useLeaving(chatId: string, isReported: { readonly current: boolean }): void {
  useEffect(
    () => () => {
      if (isReported.current) void api.chats.presence({ id: chatId, status: 'left' }).catch(() => {})
    },
    [chatId],
  )
}

/** Compares who is there and what they do, so that an unchanged report renders nothing. */
const isSame = (a: Presence[], b: Presence[]) => a.map(keyOf).join() === b.map(keyOf).join()
const keyOf = ({ by, status }: Presence) => `${by.id} ${status}`
