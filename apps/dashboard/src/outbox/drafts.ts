import { type Change, keep, keptAt, useKept } from './kept.ts'

type Quote = { id: string; text: string }

/** An unsent draft for a chat: a reply with its files and quote, and a note. */
type Draft = { reply: string; note: string; files: readonly File[]; quote: Quote | undefined }

type DraftPart = keyof Draft

const empty: Draft = { reply: '', note: '', files: [], quote: undefined }

const nameOf = (part: DraftPart, chat: string) => `${part}/${chat}`

export function draftOf<P extends DraftPart>(part: P, chat: string): Draft[P] {
  return keptAt<Draft[P]>(nameOf(part, chat)) ?? empty[part]
}

export function useDraft<P extends DraftPart>(part: P, chat: string): Draft[P] {
  return useKept<Draft[P]>(nameOf(part, chat)) ?? empty[part]
}

/** Returns the change that replaces a part of a draft; an empty part is removed. */
export function draftChange<P extends DraftPart>(part: P, chat: string, value: Draft[P]): Change {
  const isEmpty = value === '' || (Array.isArray(value) && value.length === 0)
  return [nameOf(part, chat), isEmpty ? undefined : value]
}

export function keepDraft<P extends DraftPart>(part: P, chat: string, value: Draft[P]): void {
  void keep([draftChange(part, chat, value)])
}
