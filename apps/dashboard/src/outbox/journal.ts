/** A change of what is kept: a name with its new value, or undefined to remove it. */
export type Change = readonly [name: string, value: unknown]

const prefix = 'posthorn.kept.'

/** A change as the journal has it. `text`: as it is stored. */
type JournalEntry = { name: string; text: string; value: unknown; atMs: number }

const holdsFile = (value: unknown): boolean =>
  value instanceof Blob || (typeof value === 'object' && value !== null && Object.values(value).some(holdsFile))

/**
 * Writes changes down at once, until they are stored: a page that is closed or loaded again loses what it has not stored yet, which on a
 * slow machine are seconds. Files are too large for it. Returns what takes these changes out again.
 */
export function journalChanges(changes: readonly Change[], atMs: number): () => void {
  const written = changes.map(([name, value]) => {
    const text = holdsFile(value) ? undefined : JSON.stringify({ value, atMs })
    replace(name, text)
    return { name, text }
  })
  return () => {
    for (const { name, text } of written) if (text !== undefined) removeFromJournal(name, text)
  }
}

function replace(name: string, text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(prefix + name)
    else localStorage.setItem(prefix + name, text)
  } catch {
    // A browser that is full, or keeps nothing.
  }
}

/** Tests if this is still the newest change of a name. */
export const isInJournal = (name: string, text: string): boolean => localStorage.getItem(prefix + name) === text

/** Removes a change, unless there is a newer one. */
export function removeFromJournal(name: string, text: string): void {
  if (isInJournal(name, text)) localStorage.removeItem(prefix + name)
}

/** Returns the changes that may not have been stored. */
export function readJournal(): JournalEntry[] {
  return Object.entries(localStorage).flatMap(([key, text]: [string, string]) =>
    key.startsWith(prefix)
      ? [{ name: key.slice(prefix.length), text, value: undefined, ...(JSON.parse(text) as { atMs: number }) }]
      : [],
  )
}
