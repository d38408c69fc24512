import { useQueries } from '@tanstack/react-query'
import { Moment } from '../../../parts/moment.tsx'
import { useNow } from '../../../parts/now.ts'
import { shortMoment } from '../../../words/moments.ts'
import { say } from '../../../words/say.ts'
import { notesQuery } from '../data.ts'
import { NoteText } from '../note-text.tsx'
import styles from './about.module.css'

type Props = { workspace: string; chats: readonly string[] }

export function Notes({ workspace, chats }: Props) {
  const now = useNow()
  const queries = useQueries({ queries: chats.map((chat) => notesQuery(workspace, chat)) })
  const notes = queries.flatMap(({ data }) => data ?? []).toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
  if (notes.length === 0) return <p className={styles.none}>{say('person.noNotes')}</p>
  return (
    <ul className={styles.list}>
      {notes.map((note) => {
        const { name } = note.by as { name?: string }
        return (
          <li key={note.id} className={styles.note}>
            <span className={styles.chatTop}>
              <b>{name ?? say('note.title')}</b>
              <Moment at={note.createdAt} text={shortMoment(note.createdAt, now)} />
            </span>
            <NoteText note={note} />
          </li>
        )
      })}
    </ul>
  )
}
