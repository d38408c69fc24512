export function putBounded<V>(map: Map<string, V>, name: string, value: V, sizeMax: number): void {
  map.delete(name)
  map.set(name, value)
  const oldest = map.keys().next().value
  if (map.size > sizeMax && oldest !== undefined) map.delete(oldest)
}

type OpenCount = {
  /**
   * Increments the owner's count, and returns a function that decrements it. If the count is at its limit, calls `refuse`, which throws.
   */
  take(owner: string): () => void
}

/** Creates a counter that allows up to `most` per owner. */
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
