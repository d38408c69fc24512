import type { Note } from '../../../api/kinds.ts'

/** A note as of an event: when it was created and last edited, and whether it was deleted. */
export type AnnouncedNote = {
  id: string
  createdAt: string
  writtenAt: string
  by: Note['by'] | undefined
  isDeleted: boolean
}

/**
 * Returns a chat's notes; `later` has events after it. Events have no texts, so the current ones are shown. A note that was edited later, or deleted,
 * has an empty text.
 */
export function notesAt(
  known: ReadonlyMap<string, AnnouncedNote>,
  today: readonly Note[],
  { chat, now, later }: { chat: string; now: string; later: ReadonlySet<string> },
): Note[] {
  const kept = new Map(today.map((note) => [note.id, note]))
  const silent = today.filter(({ id, createdAt }) => !known.has(id) && !later.has(id) && createdAt <= now)
  return [
    ...[...known.values()].filter(({ isDeleted }) => !isDeleted).map((note) => noteOf(note, kept.get(note.id), chat)),
    ...silent.map((note) => ({ ...note, ...textOf(note, now) })),
  ]
}

function noteOf({ id, createdAt, writtenAt, by }: AnnouncedNote, note: Note | undefined, chat: string): Note {
  const lost = {
    id,
    chat,
    by: by ?? { type: 'system', id: '' },
    mentions: [],
    createdAt,
    ...noText,
  } as unknown as Note
  return note === undefined ? lost : { ...note, ...textOf(note, writtenAt) }
}

const noText = { message: '', editedAt: null }

/** The current text, if the note has not been edited since. */
function textOf({ message, editedAt }: Note, writtenAt: string): Pick<Note, 'message'> {
  return { message: editedAt === null || editedAt <= writtenAt ? message : '' }
}
