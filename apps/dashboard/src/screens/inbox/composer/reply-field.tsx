import { ActionIcon, Button, Textarea, Tooltip } from '@mantine/core'
import type { Presence } from '@posthorn/sdk'
import { type DragEvent, type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { Chat, Message } from '../../../api/kinds.ts'
import { draftOf, keepDraft } from '../../../drafts/drafts.ts'
import { useKeys } from '../../../keys/bindings.ts'
import { Icon } from '../../../parts/icon.tsx'
import { previewOf } from '../../../parts/preview.ts'
import { sentenceOf } from '../../../parts/problem.tsx'
import { say } from '../../../words/say.ts'
import styles from '../inbox.module.css'
import { CollisionNote } from './collision-note.tsx'
import { useCollision } from './use-collision.ts'
import { useReply } from './use-reply.ts'

type Props = {
  workspace: string
  chat: Chat
  quote: Message | undefined
  onQuote: (message: Message | undefined) => void
  others: Presence[]
  onType: () => void
}

const SavedReplies = lazy(() => import('./saved-replies.tsx').then((loaded) => ({ default: loaded.SavedReplies })))

const charactersMax = 4_096

/** The field for an answer, with files that are dropped or pasted. What is written is kept for each chat until it is sent. */
export function ReplyField({ workspace, chat, quote, onQuote, others, onType }: Props) {
  const [text, setText] = useState(() => draftOf(chat.id))
  const [file, setFile] = useState<File>()
  const field = useRef<HTMLTextAreaElement>(null)
  const reply = useReply(workspace, chat.id)
  const collision = useCollision({ workspace, chat: chat.id, others, isWriting: text !== '' })
  useKeys({ r: () => field.current?.focus() })
  useEffect(() => keepDraft(chat.id, text), [chat.id, text])
  const take = (saved: string) => {
    setText(saved)
    field.current?.focus()
  }
  const canSend = (text.trim() !== '' || file !== undefined) && text.length <= charactersMax && !reply.isPending
  const submit = async () => {
    if (!canSend || collision.stops()) return
    const isSent = await reply.send({ text: text.trim(), file, quote: quote?.id })
    if (!isSent) return
    setText('')
    setFile(undefined)
    onQuote(undefined)
    field.current?.focus()
  }
  return (
    <div>
      <CollisionNote collision={collision.shown} />
      {quote && <Attachment icon="reply" text={previewOf(quote)} onRemove={() => onQuote(undefined)} />}
      {file && (
        <Attachment icon="paperclip" text={`${file.name} · ${sizeOf(file.size)}`} onRemove={() => setFile(undefined)} />
      )}
      <BehindSlash workspace={workspace} text={text} onChoose={take} />
      <Textarea
        ref={field}
        autosize
        minRows={2}
        maxRows={9}
        variant="unstyled"
        placeholder={say('composer.placeholder')}
        aria-label={say('composer.placeholder')}
        value={text}
        error={reply.error ? sentenceOf(reply.error) : undefined}
        onChange={(event) => (setText(event.currentTarget.value), onType())}
        onPaste={(event) => setFile(event.clipboardData.files[0] ?? file)}
        onDrop={(event) => takeDropped(event, setFile)}
        onKeyDown={(event) => onFieldKey(event, submit)}
      />
      <ReplyFoot text={text} canSend={canSend} isBusy={reply.isPending} onFile={setFile} onSend={() => void submit()} />
    </div>
  )
}

type SlashProps = { workspace: string; text: string; onChoose: (saved: string) => void }

/** Offers saved replies while nothing but a slash and the beginning of a name is written. */
function BehindSlash({ workspace, text, onChoose }: SlashProps) {
  const written = /^\/(\S*)$/.exec(text)?.[1]
  if (written === undefined) return null
  return (
    <Suspense>
      <SavedReplies workspace={workspace} written={written} onChoose={onChoose} />
    </Suspense>
  )
}

function Attachment({ icon, text, onRemove }: { icon: 'reply' | 'paperclip'; text: string; onRemove: () => void }) {
  return (
    <div className={styles.attachment}>
      <Icon name={icon} size={14} />
      <span>{text}</span>
      <ActionIcon variant="subtle" size="sm" aria-label={say('composer.remove')} onClick={onRemove}>
        <Icon name="close" size={14} />
      </ActionIcon>
    </div>
  )
}

function sizeOf(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

type FootProps = {
  text: string
  canSend: boolean
  isBusy: boolean
  onFile: (file: File | undefined) => void
  onSend: () => void
}

function ReplyFoot({ text, canSend, isBusy, onFile, onSend }: FootProps) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <div className={styles.composerFoot}>
      <input ref={picker} type="file" hidden onChange={(event) => onFile(event.currentTarget.files?.[0])} />
      <Tooltip label={say('composer.attach')}>
        <ActionIcon
          variant="subtle"
          size="lg"
          aria-label={say('composer.attach')}
          onClick={() => picker.current?.click()}
        >
          <Icon name="paperclip" />
        </ActionIcon>
      </Tooltip>
      {text.length > charactersMax - 500 && (
        <span className={styles.composerWhy}>{`${text.length} / ${charactersMax}`}</span>
      )}
      <Button
        ml="auto"
        size="xs"
        loading={isBusy}
        disabled={!canSend}
        rightSection={<Icon name="send" size={15} />}
        onClick={onSend}
      >
        {say('composer.send')}
      </Button>
    </div>
  )
}

function takeDropped(event: DragEvent, take: (file: File) => void): void {
  const dropped = event.dataTransfer.files[0]
  if (dropped === undefined) return
  event.preventDefault()
  take(dropped)
}

/** Enter sends, Shift-Enter begins a line, Escape leaves the field. */
function onFieldKey(event: KeyboardEvent<HTMLTextAreaElement>, submit: () => Promise<void>): void {
  if (event.key === 'Escape') event.currentTarget.blur()
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
  event.preventDefault()
  void submit()
}
