/** Daily counts. The API omits empty days. */
type CountsOfRange<Counts> = { from: string; to: string; buckets: readonly (Counts & { from: string })[] }

const dayMs = 86_400_000

/** Fills in the missing days (UTC) of a range with `empty`, so that gaps are visible. */
export function daysOf<Counts extends object>(
  { from, to, buckets }: CountsOfRange<Counts>,
  empty: Counts,
): (Counts & { name: string })[] {
  const known = new Map(buckets.map((each) => [each.from.slice(0, 10), each]))
  const first = Date.parse(`${from.slice(0, 10)}T00:00:00.000Z`)
  const length = Math.max(0, Math.ceil((Date.parse(to) - first) / dayMs))
  return Array.from({ length }, (_, i) => {
    const name = new Date(first + i * dayMs).toISOString().slice(0, 10)
    return { ...empty, ...known.get(name), name }
  })
}
