/** Stores an entry of a cache. If the cache then has more than `sizeMax` entries, evicts the one that was stored longest ago. */
export function putBounded<V>(map: Map<string, V>, key: string, value: V, sizeMax: number): void {
  map.delete(key)
  map.set(key, value)
  const oldest = map.keys().next().value
  if (map.size > sizeMax && oldest !== undefined) map.delete(oldest)
}

/**
 * Creates a counter of what an owner has open at the same time, such as a key's requests. The function increments the owner's count, and
 * returns a function that decrements it. At `max`, it calls `refuse`, which throws.
 */
export function createOpenCount(max: number, refuse: (max: number) => never): (owner: string) => () => void {
  const open = new Map<string, number>()
  const change = (owner: string, by: number) => {
    const count = (open.get(owner) ?? 0) + by
    if (count > 0) open.set(owner, count)
    else open.delete(owner)
  }
  return (owner) => {
    if ((open.get(owner) ?? 0) >= max) refuse(max)
    change(owner, 1)
    return () => change(owner, -1)
  }
}
