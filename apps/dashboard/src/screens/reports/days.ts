/** Counts of a range by day, as the statistics answer them: days without any are left out. */
type CountsOfRange<Counts> = { from: string; to: string; buckets: readonly (Counts & { from: string })[] }

const dayMs = 86_400_000

/** Returns each day (UTC) of a range with its counts; a day without any has `empty`, so that gaps are seen. */
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
