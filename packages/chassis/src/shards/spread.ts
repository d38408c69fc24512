/** Number of shards of a service: more than processes of one are ever run, and few enough to lock them all in one statement. */
export const shardCount = 16

/** Returns SQL for the shard of an id: a number from 0 to `shardCount - 1`. Processes of every release on one Postgres compute the same. */
export const shardOf = (id: string): string => `(hashtext(${id}) & ${shardCount - 1})`

/**
 * Shares shards out to processes, named from the oldest to the youngest. No one has more than one shard more than another; who joins takes
 * from those that have the most, and no one else gains.
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

/** Removes a shard from the first of those that have the most, and returns it. */
function takeOne(shares: number[][]): number {
  const most = Math.max(...shares.map(({ length }) => length))
  return shares.find(({ length }) => length === most)?.pop() as number
}
