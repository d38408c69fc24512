/** Number of shards: more than a service ever has processes, and few enough to lock all in one statement. */
export const shardCount = 16

/** Returns SQL for an id's shard, from 0 to `shardCount - 1`. Must be the same in every release that shares a Postgres. */
export const shardOf = (id: string): string => `(hashtext(${id}) & ${shardCount - 1})`

/**
 * Distributes shards to processes, listed from oldest to youngest. Shares differ by at most one. A new process takes shards from those that have
 * the most; no other process gains any.
 */
export function spreadShards(processes: readonly string[], count: number = shardCount): Map<string, number[]> {
  const [oldest, ...others] = processes
  if (oldest === undefined) return new Map()
  const spread = new Map([[oldest, Array.from({ length: count }, (_, shard) => shard)]])
  for (const process of others) {
    const share = Math.floor(count / (spread.size + 1))
    spread.set(
      process,
      Array.from({ length: share }, () => takeOne([...spread.values()])),
    )
  }
  for (const shards of spread.values()) shards.sort((a, b) => a - b)
  return spread
}

/** Removes a shard from the first process that has the most, and returns it. */
function takeOne(shares: number[][]): number {
  const most = Math.max(...shares.map(({ length }) => length))
  return shares.find(({ length }) => length === most)?.pop() as number
}
