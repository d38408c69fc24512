const prefix = 'events '

/** Returns the wake-up name for a workspace's new events. Nudges carry it to all processes of the service. */
export const wakeNameOf = (workspace: string): string => `${prefix}${workspace}`

export type Waiters = {
  /**
   * Resolves when the workspace has a new event, or after `timeoutMs`. Call this before reading the log, so that no event is missed in
   * between.
   */
  wait(workspace: string, timeoutMs: number): { woken: Promise<void>; cancel(): void }
  /** Wakes the long polls with this wake-up name. Ignores other names. */
  wake(name: string): void
  close(): void
  /** Whether the service is stopping. If so, it makes no more queries. */
  readonly closed: boolean
}

export function createWaiters(): Waiters {
  const byName = new Map<string, Set<() => void>>()
  let closed = false
  return {
    wait(workspace, timeoutMs) {
      const waiting = byName.get(wakeNameOf(workspace)) ?? new Set()
      byName.set(wakeNameOf(workspace), waiting)
      let cancel = () => {}
      const woken = new Promise<void>((resolve) => {
        const timer = setTimeout(() => cancel(), timeoutMs)
        cancel = () => {
          clearTimeout(timer)
          waiting.delete(cancel)
          if (waiting.size === 0 && byName.get(wakeNameOf(workspace)) === waiting) byName.delete(wakeNameOf(workspace))
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
