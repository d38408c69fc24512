import type { Change } from './journal.ts'
import { keep, keptAt, useKept } from './kept.ts'

/** A message that a reply quotes, with the words shown for it. */
type Quote = { id: string; text: string }

/** Text that a person has written for a chat and not sent: a reply with its files and quote, and a note. */
type Draft = { reply: string; note: string; files: readonly File[]; quote: Quote | undefined }

/** A part of a draft. */
type DraftPart = keyof Draft

const empty: Draft = { reply: '', note: '', files: [], quote: undefined }

const nameOf = (part: DraftPart, chat: string) => `${part}/${chat}`

/** Returns a part of the draft of a chat. */
export function draftOf<P extends DraftPart>(part: P, chat: string): Draft[P] {
  return keptAt<Draft[P]>(nameOf(part, chat)) ?? empty[part]
}

/** Returns a part of the draft of a chat, and shows the component again when it changes. */
export function useDraft<P extends DraftPart>(part: P, chat: string): Draft[P] {
  return useKept<Draft[P]>(nameOf(part, chat)) ?? empty[part]
}

/** Returns the change that replaces a part of a draft; what is empty is removed. */
export function draftChange<P extends DraftPart>(part: P, chat: string, value: Draft[P]): Change {
  const isEmpty = value === '' || (Array.isArray(value) && value.length === 0)
  return [nameOf(part, chat), isEmpty ? undefined : value]
}

/** Keeps a part of the draft of a chat. */
export function keepDraft<P extends DraftPart>(part: P, chat: string, value: Draft[P]): void {
  void keep([draftChange(part, chat, value)])
}
