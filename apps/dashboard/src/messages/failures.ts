/** Returns names with their counts, most frequent first. */
export function ranked(counts: Readonly<Record<string, number>>): { name: string; count: number }[] {
  const all = Object.entries(counts).map(([name, count]) => ({ name, count }))
  return all.toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name))
}
