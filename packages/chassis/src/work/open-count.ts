/** Counts what an owner, such as a key or a workspace, has open in this process. */
export type OpenCount = {
  /** Counts one more. Returns what takes it off again; calls `refuse`, which throws, when the owner has too many. */
  take(owner: string): () => void
}

/** Makes a count that allows `most` of each owner. */
export function createOpenCount(most: number, refuse: (most: number) => never): OpenCount {
  const open = new Map<string, number>()
  const change = (owner: string, by: number) => {
    const count = (open.get(owner) ?? 0) + by
    if (count > 0) open.set(owner, count)
    else open.delete(owner)
  }
  return {
    take(owner) {
      if ((open.get(owner) ?? 0) >= most) refuse(most)
      change(owner, 1)
      return () => change(owner, -1)
    },
  }
}
