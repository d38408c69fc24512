import type { Message, Note } from '../../api/kinds.ts'

/** A line of a conversation. */
export type Item =
  | { type: 'message'; id: string; at: string; message: Message }
  | { type: 'note'; id: string; at: string; note: Note }

/**
 * Returns messages and notes in one order, newest first. Notes older than the oldest loaded message stay out while there are older
 * messages: they would stand in the wrong place.
 */
export function timelineOf(messages: Message[], notes: Note[], hasOlder: boolean): Item[] {
  const oldest = messages.at(-1)?.createdAt ?? ''
  const shownNotes = hasOlder ? notes.filter(({ createdAt }) => createdAt >= oldest) : notes
  const items: Item[] = [
    ...messages
      .filter(({ type, reactionMessage }) => type !== 'reaction' || reactionMessage === undefined)
      .map((message): Item => ({ type: 'message', id: message.id, at: message.createdAt, message })),
    ...shownNotes.map((note): Item => ({ type: 'note', id: note.id, at: note.createdAt, note })),
  ]
  return items.toSorted((a, b) => (a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1))
}
