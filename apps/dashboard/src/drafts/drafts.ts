import { createStore, delMany, entries, set } from 'idb-keyval'
import { useSyncExternalStore } from 'react'

const store = createStore('posthorn-drafts', 'drafts')
const drafts = new Map<string, string>()
const listeners = new Set<() => void>()

function changed(): void {
  for (const listener of listeners) listener()
}

/** Reads the drafts that were left in this browser. Where it keeps nothing, drafts live as long as the page. */
export async function loadDrafts(): Promise<void> {
  const kept = await entries<string, string>(store).catch(() => [])
  for (const [chat, text] of kept) if (!drafts.has(chat)) drafts.set(chat, text)
  changed()
}

/** Returns the draft of a chat. */
export function draftOf(chat: string): string {
  return drafts.get(chat) ?? ''
}

/** Keeps the draft of a chat; an empty one is removed. */
export function keepDraft(chat: string, text: string): void {
  if (text === draftOf(chat)) return
  if (text === '') drafts.delete(chat)
  else drafts.set(chat, text)
  changed()
  const stored = text === '' ? delMany([chat], store) : set(chat, text, store)
  void stored.catch(() => {})
}

/** Removes all drafts of this browser. */
export async function removeDrafts(): Promise<void> {
  const chats = [...drafts.keys()]
  drafts.clear()
  changed()
  await delMany(chats, store).catch(() => {})
}

/** Returns the draft of a chat, and shows the component again when it changes. */
export function useDraftText(chat: string): string {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => draftOf(chat),
  )
}
