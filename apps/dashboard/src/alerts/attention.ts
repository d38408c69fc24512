const lockName = 'posthorn-attention'

/** Marks this browser as looked at while a tab of the dashboard has the focus, for its other tabs too. */
export function followAttention(onLook: () => void, signal: AbortSignal): void {
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

/** Returns true while the person looks at a tab of the dashboard. */
export async function isLookedAt(): Promise<boolean> {
  if (document.hasFocus()) return true
  if (!('locks' in navigator)) return false
  const locks: LockManagerSnapshot = await navigator.locks.query()
  return Object.values(locks).some((some: LockInfo[]) => some.some(({ name }) => name === lockName))
}

/** Runs a step in one tab of the browser only, when several want it at the same time. */
export async function inOneTab(name: string, step: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return step()
  await navigator.locks.request(`posthorn-${name}`, { ifAvailable: true }, async (lock) => {
    if (lock !== null) await step()
  })
}
