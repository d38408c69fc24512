/** A change of a stored value; undefined removes it. */
export type Change = readonly [name: string, value: unknown]

const prefix = 'posthorn.kept.'

/** A change in the journal. `text`: its stored form. */
type JournalEntry = { name: string; text: string; value: unknown; atMs: number }

const holdsFile = (value: unknown): boolean =>
  value instanceof Blob || (typeof value === 'object' && value !== null && Object.values(value).some(holdsFile))

/**
 * Records changes synchronously until they are stored, because closing the page loses pending writes, which can take seconds on a slow machine. Files
 * are too large for it. Returns a function that removes these changes from the journal.
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
    // The browser's storage is full or disabled.
  }
}

export const isInJournal = (name: string, text: string): boolean => localStorage.getItem(prefix + name) === text

/** Removes a change, unless there is a newer one. */
export function removeFromJournal(name: string, text: string): void {
  if (isInJournal(name, text)) localStorage.removeItem(prefix + name)
}

/** Returns the changes that may not be stored yet. */
export function readJournal(): JournalEntry[] {
  return Object.entries(localStorage).flatMap(([key, text]: [string, string]) =>
    key.startsWith(prefix)
      ? [{ name: key.slice(prefix.length), text, value: undefined, ...(JSON.parse(text) as { atMs: number }) }]
      : [],
  )
}
