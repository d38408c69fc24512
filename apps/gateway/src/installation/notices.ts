/** Tells open streams about changes to their members and keys. A lost notice does no harm, because streams also check periodically. */
export type Notices = {
  report(workspace: string, ids: readonly string[]): void
  /** Calls the listener for every notice about the id until the returned function is called. */
  follow(workspace: string, id: string, listener: () => void): () => void
}

/** Creates the registry of this process. `ids`: members, or keys. */
export function createNotices(): Notices {
  const listeners = new Map<string, Set<() => void>>()
  const keyOf = (workspace: string, id: string) => `${workspace} ${id}`
  return {
    report(workspace, ids) {
      for (const id of ids) for (const listener of listeners.get(keyOf(workspace, id)) ?? []) listener()
    },
    follow(workspace, id, listener) {
      const key = keyOf(workspace, id)
      const own = listeners.get(key) ?? new Set()
      listeners.set(key, own.add(listener))
      return () => {
        own.delete(listener)
        if (own.size === 0 && listeners.get(key) === own) listeners.delete(key)
      }
    },
  }
}
