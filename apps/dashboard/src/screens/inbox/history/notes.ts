import type { Note } from '../../../api/kinds.ts'

/** A note as events name it: since when, its last writing up to then, and whether it was deleted by then. */
export type AnnouncedNote = {
  id: string
  createdAt: string
  writtenAt: string
  by: Note['by'] | undefined
  isDeleted: boolean
}

/**
 * Returns the notes that a chat had; those of `later` were written after it. Their texts are those of today: events carry none. A note that was changed later, or deleted, has an
 * empty text.
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

/** The text of a note where it was last written by that time. */
function textOf({ message, editedAt }: Note, writtenAt: string): Pick<Note, 'message'> {
  return { message: editedAt === null || editedAt <= writtenAt ? message : '' }
}
