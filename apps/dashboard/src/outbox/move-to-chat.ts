import { type Change, keep } from './kept.ts'
import { draftChange, draftOf, keptNameOfEntry, outgoingTo, textAfter } from './outbox.ts'

/** Moves the draft and the entries of a chat to the one that it was merged into, after what is there. */
export function moveToChat(from: string, into: string): void {
  const textOf = (part: 'reply' | 'note') => textAfter(draftOf(part, into), draftOf(part, from))
  void keep([
    draftChange('reply', into, textOf('reply')),
    draftChange('note', into, textOf('note')),
    draftChange('files', into, [...draftOf('files', into), ...draftOf('files', from)]),
    draftChange('quote', into, draftOf('quote', into) ?? draftOf('quote', from)),
    draftChange('reply', from, ''),
    draftChange('note', from, ''),
    draftChange('files', from, []),
    draftChange('quote', from, undefined),
    ...outgoingTo(from).map((entry): Change => [keptNameOfEntry(entry.id), { to: from, ...entry, chat: into }]),
  ])
}
