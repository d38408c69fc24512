import { createStore, entries, get, promisifyRequest, type UseStore } from 'idb-keyval'
import { useSyncExternalStore } from 'react'

const database = createStore('posthorn-kept', 'kept')
/** Rejects if the storage is blocked: some browsers throw at once. */
const store: UseStore = async (mode, use) => database(mode, use)
const channel = new BroadcastChannel('posthorn-kept')
const kept = new Map<string, unknown>()
/** Names of values that couldn't be stored, for example because a file is too large. These values are lost when the page closes. */
const unstored = new Set<string>()
const listeners = new Set<(changes: readonly Change[]) => void>()

/** Time of the newest change to each name, in milliseconds since 1970. */
const changedAtMs = new Map<string, number>()

channel.onmessage = ({ data }: MessageEvent<{ changes: readonly Change[]; atMs: number }>) =>
  applyNewer(data.changes, data.atMs)

/** Applies changes, except those older than the known value: a change from another tab may arrive after a keystroke in this one. */
function applyNewer(changes: readonly Change[], atMs: number): void {
  const news = changes.filter(([name]) => atMs >= (changedAtMs.get(name) ?? 0))
  for (const [name, value] of news) {
    changedAtMs.set(name, atMs)
    if (value === undefined) kept.delete(name)
    else kept.set(name, value)
  }
  for (const listener of listeners) listener(news)
}

/** Returns a storage that lasts as long as the page. */
function pageStorage(): object {
  const texts = new Map<string, string>()
  return {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  }
}

/** Replaces storages that the browser blocks. Removes its locks with them, because requests for these would be refused. */
export function replaceBlockedStorage(): void {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    try {
      globalThis[name].getItem('')
    } catch {
      Object.defineProperty(globalThis, name, { value: pageStorage(), configurable: true })
      Reflect.deleteProperty(Navigator.prototype, 'locks')
    }
  }
}

/** Adds random ids, which idempotency keys are made of, where the browser has none: on a page without https. */
export function addRandomIds(): void {
  if (Reflect.has(crypto, 'randomUUID')) return
  const value = () => crypto.getRandomValues(new Uint32Array(5)).join('-')
  Object.defineProperty(crypto, 'randomUUID', { value, configurable: true })
}

/**
 * Reads what this browser has stored. `main.tsx` waits for it before it renders. Without storage, drafts and messages last only as long as
 * the page.
 */
export async function loadKept(): Promise<void> {
  const changed = new Set<string>()
  const stop = onKept((changes) => {
    for (const [name] of changes) changed.add(name)
  })
  await storeJournal().catch(() => {})
  const found = await entries<string, unknown>(store).catch(() => [])
  stop()
  applyNewer(
    found.filter(([name]) => !changed.has(name)),
    0,
  )
  // What is still in the journal isn't stored yet, so it is newer than what was found.
  for (const { name, value, atMs } of readJournal()) applyNewer([[name, value]], atMs)
}

/** Stores the changes that a closed page left in the journal. */
async function storeJournal(): Promise<void> {
  const journal = readJournal()
  if (journal.length === 0) return
  await store('readwrite', (objects) => {
    // Another tab may have made a newer change, which it stores after this one.
    for (const { name, value } of journal.filter(({ name: of, text }) => isInJournal(of, text)))
      put(objects, [name, value])
    return promisifyRequest(objects.transaction)
  })
  for (const { name, text } of journal) removeFromJournal(name, text)
}

/** Calls the listener with each change, also from other tabs, until the returned function is called. */
export function onKept(listener: (changes: readonly Change[]) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns everything that is kept. */
export const allKept = (): Change[] => [...kept]

export const keptAt = <T>(name: string): T | undefined => kept.get(name) as T | undefined

/**
 * Reads a value from storage again and returns it, because another tab may have changed it a moment ago. A change made in this tab meanwhile
 * is newer than what was read.
 */
export async function refreshed<T>(name: string): Promise<T | undefined> {
  const before = kept.get(name)
  const stored = await get<T>(name, store).catch(() => before as T | undefined)
  // A write that failed, or that another tab has only begun, has left nothing to read.
  const isStored = !unstored.has(name) && localStorage.getItem(prefix + name) === null
  if (isStored && kept.get(name) === before) applyNewer([[name, stored]], changedAtMs.get(name) ?? 0)
  return keptAt<T>(name)
}

/** Applies changes in every tab immediately, and stores all of them or none. Resolves when they are stored or storing has failed. */
export async function keep(changes: readonly Change[]): Promise<void> {
  // The clock may have gone back since the last change in any tab, which this one replaces all the same. If the browser's storage is full, it
  // has an old time.
  const knownMs = changes.map(([name]) => changedAtMs.get(name) ?? 0)
  const atMs = Math.max(Date.now(), 1 + Number(localStorage.getItem(timeKey)), ...knownMs)
  record(timeKey, String(atMs))
  applyNewer(changes, atMs)
  channel.postMessage({ changes, atMs })
  for (const [name] of changes) unstored.delete(name)
  const forget = journalChanges(changes, atMs)
  await write(changes).catch(() => {
    const last = changes.filter(([name]) => changedAtMs.get(name) === atMs)
    for (const [name, value] of last) if (value !== undefined) unstored.add(name)
    // Remove the old draft. Otherwise, it would reappear if the message is too large to store. A newer one stays.
    return write(last.map(([name]) => [name, undefined])).catch(() => {})
  })
  forget()
}

/** Stores all changes or none of them. */
const write = (changes: readonly Change[]): Promise<void> =>
  store('readwrite', (objects) => {
    for (const change of changes) put(objects, change)
    return promisifyRequest(objects.transaction)
  })

/** Stores a value, or removes it if it is undefined. */
function put(objects: IDBObjectStore, [name, value]: Change): void {
  if (value === undefined) objects.delete(name)
  else objects.put(value, name)
}

/** Removes everything that is kept, in every tab. */
export async function removeKept(): Promise<void> {
  await keep(allKept().map(([name]) => [name, undefined]))
}

export const useKept = <T>(name: string): T | undefined => useSyncExternalStore(onKept, () => keptAt<T>(name))

/** A change to a stored value; undefined removes it. */
export type Change = readonly [name: string, value: unknown]

const prefix = 'posthorn.kept.'
/** Key for the time of the last change in any tab. */
const timeKey = 'posthorn.keptAtMs'

/** A change in the journal. `text`: its stored form. */
type JournalEntry = { name: string; text: string; value: unknown; atMs: number }

/** Returns whether a value contains a file, which JSON can't represent. */
const holdsFile = (value: unknown): boolean =>
  value instanceof Blob || (typeof value === 'object' && value !== null && Object.values(value).some(holdsFile))

/**
 * Records changes synchronously until they are stored, because closing the page loses pending writes, which can take seconds on a slow
 * machine. Skips files, which are too large. Returns a function that removes these changes from the journal.
 */
function journalChanges(changes: readonly Change[], atMs: number): () => void {
  const written = changes.map(([name, value]) => {
    const text = holdsFile(value) ? undefined : JSON.stringify({ value, atMs })
    record(prefix + name, text)
    return { name, text }
  })
  return () => {
    for (const { name, text } of written) if (text !== undefined) removeFromJournal(name, text)
  }
}

/** Records a text in place of the last one for the same key; without text, removes that. */
function record(key: string, text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    // The browser's storage is full or disabled.
  }
}

/** Whether the journal has exactly this change to a name, and not a newer one. */
const isInJournal = (name: string, text: string): boolean => localStorage.getItem(prefix + name) === text

/** Removes a change, unless there is a newer one. */
function removeFromJournal(name: string, text: string): void {
  if (isInJournal(name, text)) localStorage.removeItem(prefix + name)
}

/** Returns the changes that may not be stored yet. */
function readJournal(): JournalEntry[] {
  // JSON leaves out an undefined value.
  return Object.entries(localStorage).flatMap(([key, text]: [string, string]) =>
    key.startsWith(prefix)
      ? [{ name: key.slice(prefix.length), text, value: undefined, ...(JSON.parse(text) as { atMs: number }) }]
      : [],
  )
}
