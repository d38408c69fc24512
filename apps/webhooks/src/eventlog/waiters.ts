const prefix = 'events '

/** Returns the wake-up name of new events of a workspace, which reaches all processes of the service as a nudge. */
export const wakeNameOf = (workspace: string): string => `${prefix}${workspace}`

/** Long polls that wait for a workspace's next event. */
export type Waiters = {
  /** Resolves when that workspace has a new event, or after `timeoutMs`. Call it before reading, so that no event is missed between. */
  wait(workspace: string, timeoutMs: number): { woken: Promise<void>; cancel(): void }
  /** Wakes those who wait for this wake-up name; other names are ignored. */
  wake(name: string): void
  /** Ends all waiting, for good. */
  close(): void
  /** True when the service stops: no more queries. */
  readonly closed: boolean
}

/** Creates the register of waiting long polls. */
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
