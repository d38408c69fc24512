const prefix = 'events '

/** What is woken when a workspace has a new event: known to all processes of the service by its nudge. */
export const wakeName = (workspace: string): string => `${prefix}${workspace}`

/** Long polls that wait for a workspace's next event. */
export type Waiters = {
  /** Resolves when that workspace has something new, or after `timeoutMs`. Ask before reading, so that nothing falls between. */
  next(workspace: string, timeoutMs: number): { woken: Promise<void>; cancel(): void }
  /** A name of `wakeName` was woken; others are ignored. */
  wake(name: string): void
  /** Ends all waiting, for good. */
  close(): void
  /** Nobody must look any more: the service stops. */
  readonly closed: boolean
}

/** Makes the register of waiting long polls. */
export function createWaiters(): Waiters {
  const byName = new Map<string, Set<() => void>>()
  let closed = false
  return {
    next(workspace, timeoutMs) {
      const waiting = byName.get(wakeName(workspace)) ?? new Set()
      byName.set(wakeName(workspace), waiting)
      let cancel = () => {}
      const woken = new Promise<void>((resolve) => {
        const timer = setTimeout(() => cancel(), timeoutMs)
        cancel = () => {
          clearTimeout(timer)
          waiting.delete(cancel)
          if (waiting.size === 0 && byName.get(wakeName(workspace)) === waiting) byName.delete(wakeName(workspace))
          resolve()
        }
        waiting.add(cancel)
      })
      return { woken, cancel }
    },
    wake(name) {
      for (const cancel of byName.get(name) ?? []) cancel()
    },
    get closed() {
      return closed
    },
    close() {
      closed = true
      for (const waiting of byName.values()) for (const cancel of waiting) cancel()
    },
  }
}
