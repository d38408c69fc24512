import type { StatisticsUsageAnswer } from '@posthorn/sdk'

export type InOut = { in: number; out: number }

type Row = StatisticsUsageAnswer['days'][number]

/** Sums messages by a property. */
export function sumsBy(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, InOut> {
  const sums = new Map<string, InOut>()
  for (const row of rows) {
    const known = sums.get(keyOf(row)) ?? { in: 0, out: 0 }
    sums.set(keyOf(row), { in: known.in + row.in, out: known.out + row.out })
  }
  return sums
}

/** Returns the messages of each day (UTC), including empty days. */
export function daysOf({ from, to, days }: StatisticsUsageAnswer): (InOut & { day: string })[] {
  const sums = sumsBy(days, ({ day }) => day)
  const all: (InOut & { day: string })[] = []
  const end = Date.parse(to)
  for (let at = Date.parse(`${from.slice(0, 10)}T00:00:00.000Z`); at < end; at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10)
    all.push({ day, ...(sums.get(day) ?? { in: 0, out: 0 }) })
  }
  return all
}

/** Returns names with their counts, most frequent first. */
export function ranked(counts: Readonly<Record<string, number>>): { name: string; count: number }[] {
  const all = Object.entries(counts).map(([name, count]) => ({ name, count }))
  return all.toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name))
}
