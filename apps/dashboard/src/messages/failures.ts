import { isKey, say } from '../words/words.ts'

/** Returns an error in words, or its code if there are none for it. */
export function failureName(code: string): string {
  const key = `failure.${code}`
  return isKey(key) ? say(key) : code
}

/** Returns names with their counts, most frequent first. */
export function ranked(counts: Readonly<Record<string, number>>): { name: string; count: number }[] {
  const all = Object.entries(counts).map(([name, count]) => ({ name, count }))
  return all.toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name))
}
