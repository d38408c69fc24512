import { Button, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { sentenceOf } from '../../../parts/problem.tsx'
import { say } from '../../../words/say.ts'
import styles from '../inbox.module.css'

/** The field for a note to colleagues. */
export function NoteField({ workspace, chat }: { workspace: string; chat: string }) {
  const [text, setText] = useState('')
  const client = useQueryClient()
  const create = useMutation({
    mutationFn: () => api.notes.create({ id: chat, message: text.trim() }),
    onSuccess: () => {
      setText('')
      return client.invalidateQueries({ queryKey: ['notes', workspace, chat] })
    },
  })
  return (
    <div>
      <Textarea
        autosize
        minRows={2}
        maxRows={8}
        variant="unstyled"
        autoFocus
        placeholder={say('composer.notePlaceholder')}
        aria-label={say('composer.notePlaceholder')}
        value={text}
        error={create.error ? sentenceOf(create.error) : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur()
          if (event.key !== 'Enter' || event.shiftKey || text.trim() === '') return
          event.preventDefault()
          create.mutate()
        }}
      />
      <div className={styles.composerFoot}>
        <Button
          ml="auto"
          size="xs"
          color="yellow.9"
          loading={create.isPending}
          disabled={text.trim() === ''}
          onClick={() => create.mutate()}
        >
          {say('composer.addNote')}
        </Button>
      </div>
    </div>
  )
}
