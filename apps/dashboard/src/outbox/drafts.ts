import { type Change, keep, keptAt, useKept } from './kept.ts'

type Quote = { id: string; text: string }

/** An unsent draft for a chat: a reply with its files and quote, and a note. */
type Draft = { reply: string; note: string; files: readonly File[]; quote: Quote | undefined }

type DraftPart = keyof Draft

const empty: Draft = { reply: '', note: '', files: [], quote: undefined }

const keptNameOf = (part: DraftPart, chatId: string) => `${part}/${chatId}`

/** Returns a part of a chat's draft, which is empty if nothing was written. */
export function draftOf<P extends DraftPart>(part: P, chatId: string): Draft[P] {
  return keptAt<Draft[P]>(keptNameOf(part, chatId)) ?? empty[part]
}

/** Returns a part of a chat's draft, and renders again when it changes, even in another tab. */
export function useDraft<P extends DraftPart>(part: P, chatId: string): Draft[P] {
  return useKept<Draft[P]>(keptNameOf(part, chatId)) ?? empty[part]
}

/** Returns the change that replaces a part of a draft; an empty part is removed. */
export function draftChange<P extends DraftPart>(part: P, chatId: string, value: Draft[P]): Change {
  const isEmpty = value === '' || (Array.isArray(value) && value.length === 0)
  return [keptNameOf(part, chatId), isEmpty ? undefined : value]
}

export function keepDraft<P extends DraftPart>(part: P, chatId: string, value: Draft[P]): void {
  void keep([draftChange(part, chatId, value)])
}
