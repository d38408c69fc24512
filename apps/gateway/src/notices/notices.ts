import type { BusEvent } from '@posthorn/contracts'

/** Passes on to open streams of members that their notifications have changed. One that is lost is made good when the list is read again. */
export type Notices = {
  /** Takes an event of the bus. */
  take(event: BusEvent<'member:notified'>): void
  /** Calls the listener for each event that names the member, until the returned function is called. */
  follow(workspace: string, member: string, listener: () => void): () => void
}

/** Makes one without streams. */
export function createNotices(): Notices {
  const listeners = new Map<string, Set<() => void>>()
  const keyOf = (workspace: string, member: string) => `${workspace} ${member}`
  return {
    take({ workspace, data }) {
      for (const member of data.members)
        for (const listener of listeners.get(keyOf(workspace, member)) ?? []) listener()
    },
    follow(workspace, member, listener) {
      const key = keyOf(workspace, member)
      const own = listeners.get(key) ?? new Set()
      listeners.set(key, own.add(listener))
      return () => {
        own.delete(listener)
        if (own.size === 0 && listeners.get(key) === own) listeners.delete(key)
      }
    },
  }
}
