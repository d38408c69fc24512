import { type Query, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** Actions by typed character rather than physical key, so that they work with every keyboard layout. */
type Bindings = Readonly<Record<string, () => void>>

const fields = 'textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=file])'

/** Whether typed characters go into this element. */
const isField = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(fields))

/** The field that got the last key, and when that or the last key of the same text came, in the time of events. */
let typed: { field: Element; atMs: number } | undefined
/** Keys that end a text: those after them are meant for the page. */
const endsText = /^(Enter|Escape|Tab)$/
/** The longest pause within a text. */
const textPauseMs = 2_000

/**
 * Whether a key goes into a field, so that it isn't a shortcut. Arrow keys also choose one of several radio buttons. The rest of a text whose
 * field has disappeared, such as that of a chat whose window has closed, goes nowhere.
 */
export function isTyping({ key, target, timeStamp: atMs }: KeyboardEvent): boolean {
  if (isField(target)) {
    typed = endsText.test(key) ? undefined : { field: target, atMs }
    return true
  }
  const isRest = typed?.field.isConnected === false && target === document.body && !endsText.test(key)
  if (typed && isRest && atMs - typed.atMs < textPauseMs) {
    typed.atMs = atMs
    return true
  }
  typed = undefined
  return key.startsWith('Arrow') && target instanceof Element && target.matches('[type=radio]')
}

/** Some browsers end a composition before they report the Enter that confirmed it. That Enter has this key code. */
const composedKeyCode = 229

/** Whether a key belongs to an input method, such as the Enter that confirms a Japanese word. */
export const isComposed = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === composedKeyCode

/** Whether a dialog or menu covers the page, whose keys then have no effect. */
export const isBehindDialog = (): boolean => document.querySelector('[role="dialog"], [role="menu"]') !== null

/** The bindings of all mounted components, oldest first. */
const bound = new Set<{ readonly current: Bindings }>()

/**
 * Returns what is bound to a key. If several components bind it, the oldest one wins: Escape clears a selection in the list of chats before it
 * leaves the history next to it.
 */
const actionOf = (key: string) => [...bound].map(({ current }) => current[key]).find((action) => action !== undefined)

/** Binds single keys while the component is mounted. They have no effect in fields or behind dialogs. */
export function useKeys(bindings: Bindings): void {
  const latest = useRef(bindings)
  latest.current = bindings
  useEffect(() => {
    bound.add(latest)
    return () => void bound.delete(latest)
  }, [])
}

/** How long a key waits for its page. */
const heldMs = 3_000
/** How long a page may take to bind its keys once its code or data has arrived. A slow browser shows fewer frames, so it gets more time. */
const bindingMs = 500
const bindingFrames = 20

/** Whether a query waits for its first data, or just received it. */
function isArriving({ state }: Query): boolean {
  if (state.status === 'pending') return state.fetchStatus === 'fetching'
  return state.dataUpdateCount === 1 && Date.now() - state.dataUpdatedAt < bindingMs
}

/** Runs what is bound to the pressed keys. While a page loads, keys wait for it: the page before must not act on them. */
export function useKeyboard(): void {
  const router = useRouter()
  const client = useQueryClient()
  useEffect(() => {
    let held: { key: string; at: number }[] = []
    let frame = 0
    let loadedFrames = 0
    let openedAt = -bindingMs
    let isReplaying = false
    const isOpening = () => router.state.isLoading
    const isLoading = () =>
      isOpening() || performance.now() - openedAt < bindingMs || client.getQueryCache().getAll().some(isArriving)
    // Drops the keys that wait: the person now does something else.
    const forget = () => {
      held = []
    }
    const onPointer = () => {
      typed = undefined
      forget()
    }
    // Once per frame, runs the oldest held key, drops it, or keeps it waiting.
    const release = () => {
      const since = performance.now() - heldMs
      held = isBehindDialog() || isField(document.activeElement) ? [] : held.filter(({ at }) => at > since)
      const [first] = held
      if (first === undefined) return
      const isBound = !isOpening() && actionOf(first.key) !== undefined
      loadedFrames = isBound || isLoading() ? 0 : loadedFrames + 1
      if (isBound || loadedFrames > bindingFrames) held.shift()
      if (isBound) replay(first.key)
      frame = requestAnimationFrame(release)
    }
    // React renders what an event changes at once, so a field has the focus before the next key is released.
    const replay = (key: string) => {
      isReplaying = true
      document.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }))
      isReplaying = false
    }
    const hold = ({ key, repeat }: KeyboardEvent) => {
      if (repeat) return
      held.push({ key, at: performance.now() })
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(release)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event)) return forget()
      if (isBehindDialog()) return
      const isCharacter = /^\S$/u.test(event.key)
      const mustWait = !isReplaying && isCharacter && (held.length > 0 || isOpening())
      const action = mustWait ? undefined : actionOf(event.key)
      if (action !== undefined || mustWait) event.preventDefault()
      if (action) action()
      else if (mustWait || (isCharacter && isLoading())) hold(event)
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPointer)
    const stop = router.subscribe('onResolved', () => {
      openedAt = performance.now()
    })
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPointer)
      stop()
    }
  }, [router, client])
}
