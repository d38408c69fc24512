import { useEffect, useRef } from 'react'

/** Actions by typed character rather than physical key, so that they work with every keyboard layout. */
export type Bindings = Readonly<Record<string, () => void>>

export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
}

/** Binds single keys while the component is mounted. They have no effect in fields or behind dialogs. */
export function useKeys(bindings: Bindings): void {
  const latest = useRef(bindings)
  latest.current = bindings
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event)) return
      if (document.querySelector('[role="dialog"], [role="menu"]') !== null) return
      const action = latest.current[event.key]
      if (action === undefined) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
