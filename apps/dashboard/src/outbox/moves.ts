import { type Change, keep } from './kept.ts'
import { draftChange, draftOf, type Entry, keptNameOfEntry, outgoingTo } from './outbox.ts'

/** Returns a text after another one, on a new line. */
const textAfter = (before: string, text: string): string => [before, text].filter((each) => each !== '').join('\n')

/** Moves an entry back to the draft: its text and file after existing ones, its quote unless there is another. Returns the draft's part. */
export function edit({ id, chat, content }: Entry): 'reply' | 'note' {
  const part = content.kind === 'note' ? 'note' : 'reply'
  const text = textAfter(draftOf(part, chat), content.text)
  const { file, quote } = { file: undefined, quote: undefined, ...content }
  void keep([
    [keptNameOfEntry(id), undefined],
    draftChange(part, chat, text),
    ...(file ? [draftChange('files', chat, [...draftOf('files', chat), file])] : []),
    ...(quote && !draftOf('quote', chat) ? [draftChange('quote', chat, quote)] : []),
  ])
  return part
}

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
