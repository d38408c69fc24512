const prefix = 'events '

/** Returns the wake-up name for a workspace's new events. Nudges carry it to all processes of the service. */
export const wakeNameOf = (workspace: string): string => `${prefix}${workspace}`

export type Waiters = {
  /** Resolves at the workspace's next event or after `timeoutMs`. Call it before reading the log, so that no event is missed. */
  wait(workspace: string, timeoutMs: number): { woken: Promise<void>; cancel(): void }
  /** Wakes those that wait under this wake-up name. Nothing waits under the names of loops. */
  wake(name: string): void
  close(): void
  /** Whether the service is stopping. If so, it makes no more queries. */
  readonly closed: boolean
}

/** Creates the registry of this process's long polls and event streams, which a nudge wakes when their workspace has a new event. */
export function createWaiters(): Waiters {
  const byName = new Map<string, Set<() => void>>()
  let closed = false
  return {
    wait(workspace, timeoutMs) {
      const waiting = byName.get(wakeNameOf(workspace)) ?? new Set()
      byName.set(wakeNameOf(workspace), waiting)
      let end = () => {}
      const woken = new Promise<void>((resolve) => {
        const timer = setTimeout(() => end(), timeoutMs)
        end = () => {
          clearTimeout(timer)
          waiting.delete(end)
          if (waiting.size === 0 && byName.get(wakeNameOf(workspace)) === waiting) byName.delete(wakeNameOf(workspace))
          resolve()
        }
        waiting.add(end)
      })
      return { woken, cancel: end }
    },
    wake(name) {
      for (const end of byName.get(name) ?? []) end()
    },
    get closed() {
      return closed
    },
    close() {
      closed = true
      for (const waiting of byName.values()) for (const end of waiting) end()
    },
  }
}
