import { Button } from '@mantine/core'
import { keepDraft, useDraft } from '../../../outbox/drafts.ts'
import { sendNote } from '../../../outbox/outbox.ts'
import { useSender } from '../../../outbox/sender.ts'
import { say } from '../../../words/say.ts'
import styles from '../inbox.module.css'
import { WritingField } from './writing-field.tsx'

/** The field for a note to colleagues. What is written is kept for each chat until it is sent. */
export function NoteField({ chat, asked }: { chat: string; asked: number }) {
  const text = useDraft('note', chat)
  const sender = useSender()
  const submit = () => sendNote({ ...sender, chat })
  return (
    <div>
      <WritingField
        label={say('composer.notePlaceholder')}
        asked={asked}
        text={text}
        onText={(next) => keepDraft('note', chat, next)}
        onEnter={submit}
      />
      <div className={styles.composerFoot}>
        <Button ml="auto" size="xs" color="yellow.9" disabled={text.trim() === ''} onClick={submit}>
          {say('composer.addNote')}
        </Button>
      </div>
    </div>
  )
}
