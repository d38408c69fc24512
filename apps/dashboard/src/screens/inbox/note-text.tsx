import type { Note } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { teamQuery } from '../../api/api.ts'
import { useWorkspaceId } from '../../session/session.ts'
import { piecesOf } from './composer/matches.ts'
import styles from './inbox.module.css'

/** The text of a note, with its mentions highlighted. Other names after an @ stay plain. */
export function NoteText({ note: { message, mentions } }: { note: Pick<Note, 'message' | 'mentions'> }) {
  const team = useQuery({ ...teamQuery(useWorkspaceId()), enabled: mentions.length > 0 }).data ?? []
  const mentioned = team.filter(({ id }) => mentions.includes(id))
  return (
    <p>
      {piecesOf(message, mentioned).map(({ text, member }, i) =>
        member === undefined ? (
          text
        ) : (
          <b key={`${i}${member}`} className={styles.mention}>
            {text}
          </b>
        ),
      )}
    </p>
  )
}
