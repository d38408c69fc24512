import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { teamQuery } from '../../../api/lists.ts'
import { keepDraft, useDraft } from '../../../outbox/drafts.ts'
import { sendNote } from '../../../outbox/outbox.ts'
import { useSender } from '../../../outbox/sender.ts'
import { say } from '../../../words/say.ts'
import { EmojiButton } from '../emoji-button.tsx'
import styles from '../inbox.module.css'
import { matchingMembers, mentionsIn, writtenMention } from './mentions.ts'
import { Suggestions } from './suggestions.tsx'
import { insertAtCaret, WritingField } from './writing-field.tsx'

/** The field for notes, with mentions. Keeps a draft for each chat. */
export function NoteField({ chat, asked }: { chat: string; asked: number }) {
  const text = useDraft('note', chat)
  const sender = useSender()
  const team = useQuery(teamQuery(sender.workspace)).data ?? []
  const field = useRef<HTMLTextAreaElement>(null)
  const write = (next: string) => keepDraft('note', chat, next)
  const submit = () => sendNote({ ...sender, chat }, mentionsIn(text, team))
  const caret = field.current?.selectionStart ?? text.length
  const written = writtenMention(text.slice(0, caret))
  const mention = ({ name }: { name: string }) => write(insertAtCaret(field.current, text, `${name} `, written?.length))
  return (
    <div>
      {written !== undefined && (
        <Suggestions label={say('composer.mention')} items={matchingMembers(team, written)} onChoose={mention} />
      )}
      <WritingField
        ref={field}
        label={say('composer.notePlaceholder')}
        asked={asked}
        text={text}
        onText={write}
        onEnter={submit}
      />
      <div className={styles.composerFoot}>
        <EmojiButton
          label={say('composer.emoji')}
          onChoose={(emoji) => write(insertAtCaret(field.current, text, emoji))}
        />
        <Button ml="auto" size="xs" color="yellow.9" disabled={text.trim() === ''} onClick={submit}>
          {say('composer.addNote')}
        </Button>
      </div>
    </div>
  )
}
