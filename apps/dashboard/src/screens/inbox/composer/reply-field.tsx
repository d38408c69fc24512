import { Alert, Button } from '@mantine/core'
import type { Chat, Message, Presence } from '@posthorn/sdk'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { Page } from '../../../api/api.ts'
import { sendReply } from '../../../outbox/new-entries.ts'
import { draftOf, keepDraft, useDraft } from '../../../outbox/outbox.ts'
import { useSender } from '../../../outbox/sender.ts'
import { Icon, IconButton } from '../../../parts/icon.tsx'
import { lazyWithDeskWords, Part, sayProblem } from '../../../parts/problem.tsx'
import { useMe } from '../../../session/session.ts'
import { say, sizeText } from '../../../words/words.ts'
import { messagesQuery } from '../data.ts'
import { EmojiButton } from '../emoji-button.tsx'
import styles from '../inbox.module.css'
import { type Collision, collisionOf } from './state.ts'
import { insertAtCaret, isTouched, WritingField } from './writing-field.tsx'

type Options = { workspace: string; chatId: string; others: Presence[]; text: string; isWriting: boolean }

/**
 * Blocks an attempt to send a reply if a colleague is typing one or has sent one since the person began, or if a saved reply left a
 * placeholder in it. Each reason blocks and is shown only once, so that the person can send the reply anyway.
 */
function useCollision({ workspace, chatId, others, text, isWriting }: Options) {
  const client = useQueryClient()
  const me = useMe().member?.id
  const begun = useRef<string>(undefined)
  const seen = useRef(new Set<string>())
  const [found, setFound] = useState<Collision>()
  const unfilled = /\{\{\s*(contact\.[^|{}]*)/.exec(text)?.[1]
  const shown = found?.reason === 'unfilled' && unfilled !== found.name ? undefined : found
  const newestMessages = () =>
    client.getQueryData<InfiniteData<Page<Message>>>(messagesQuery(workspace, chatId).queryKey)?.pages[0]?.items
  useEffect(() => {
    if (!isWriting) {
      begun.current = undefined
      seen.current.clear()
      return setFound(undefined)
    }
    // Use the newest message to mark the start, because this computer's clock may differ from the server's. A draft can be there before the
    // messages are loaded, so every render tries again until they are.
    const messages = newestMessages()
    if (messages) begun.current ??= messages[0]?.createdAt ?? ''
  })
  const stops = () => {
    const { current: begunAt } = begun
    const collides = () =>
      begunAt === undefined ? undefined : collisionOf({ others, messages: newestMessages() ?? [], begunAt, me })
    const keyOf = ({ reason, name }: Collision) => (reason === 'unfilled' ? name : reason)
    const reasons = [unfilled === undefined ? undefined : ({ reason: 'unfilled', name: unfilled } as const), collides()]
    const next = reasons.find((each) => each && !seen.current.has(keyOf(each)))
    if (next) seen.current.add(keyOf(next))
    setFound(next)
    return next !== undefined
  }
  return { shown, stops }
}

/** Why the last attempt to send the reply was blocked. */
function CollisionNote({ collision }: { collision: Collision | undefined }) {
  if (collision === undefined) return null
  return (
    <Alert color="yellow" p="xs" mb="xs">
      {say(`collision.${collision.reason}`, { name: collision.name })}
    </Alert>
  )
}

type Props = {
  workspace: string
  chat: Chat
  /** Colleagues who have the chat open. */
  others: Presence[]
  /** Tells these colleagues that the member is typing. */
  onType: () => void
  /** Number of requests so far to put the cursor in the field. */
  focusRequests: number
}

const SavedReplies = lazy(() => import('./saved-replies.tsx').then((loaded) => ({ default: loaded.SavedReplies })))

const VoiceRecorder = lazyWithDeskWords(() =>
  import('./voice/voice-recorder.tsx').then((loaded) => loaded.VoiceRecorder),
)

const canRecord = 'MediaRecorder' in globalThis && navigator.mediaDevices !== undefined
const charactersMax = 4_096

const mebibyte = 1024 * 1024

/** Returns the most bytes that WhatsApp accepts for a media type. Everything but images, audio and videos is a document. */
function bytesMaxOf(type: string): number {
  if (type.startsWith('image/')) return 5 * mebibyte
  return (/^(audio|video)\//.test(type) ? 16 : 100) * mebibyte
}

/** Returns why a file can't be sent; undefined if nothing is known against it. The server looks at its bytes, too. */
function faultOf({ name, size, type }: File): string | undefined {
  if (size === 0) return say('composer.emptyFile', { name })
  const bytesMax = bytesMaxOf(type)
  return size > bytesMax ? say('composer.largeFile', { name, size: sizeText(bytesMax) }) : undefined
}

/** The field for a reply, with files. Keeps a draft for each chat. */
export function ReplyField({ workspace, chat: { id: chatId, contact }, others, onType, focusRequests }: Props) {
  const text = useDraft('reply', chatId)
  const files = useDraft('files', chatId)
  const field = useRef<HTMLTextAreaElement>(null)
  const sender = useSender()
  const collision = useCollision({ workspace, chatId, others, text, isWriting: text !== '' || files.length > 0 })
  const areRepliesRead = useRef(false)
  const write = (next: string) => keepDraft('reply', chatId, next)
  const add = (more: readonly File[]) => {
    const fault = more.map(faultOf).find((each) => each !== undefined)
    if (fault !== undefined) sayProblem(new Error(fault))
    const fitting = more.filter((file) => faultOf(file) === undefined)
    keepDraft('files', chatId, [...draftOf('files', chatId), ...fitting])
  }
  const canSend = (text.trim() !== '' || files.length > 0) && text.length <= charactersMax
  const submit = () => {
    // The Enter that chooses a saved reply may come before they are shown.
    if (!canSend || (slashIn(text) !== undefined && !areRepliesRead.current) || collision.stops()) return
    sendReply({ ...sender, chat: chatId })
    field.current?.focus()
  }
  return (
    <div>
      <CollisionNote collision={collision.shown} />
      <Attachments chatId={chatId} />
      <SlashSuggestions
        {...{ workspace, text }}
        contactId={contact}
        onRead={() => {
          areRepliesRead.current = true
        }}
        onChoose={(saved) => {
          // The person may have typed while the contact was read.
          if (draftOf('reply', chatId) === text) write(saved)
          field.current?.focus()
        }}
      />
      <WritingField
        ref={field}
        focusRequests={focusRequests}
        label={say(isTouched() ? 'composer.placeholderTouch' : 'composer.placeholder')}
        text={text}
        onText={(next) => (write(next), onType())}
        onEnter={submit}
        onFiles={add}
      />
      <ReplyFoot
        length={text.length}
        canSend={canSend}
        onFiles={(more) => (add(more), field.current?.focus())}
        onEmoji={(inserted) => insertAtCaret(field.current, { text, inserted, write })}
        onSend={submit}
      />
    </div>
  )
}

type SlashProps = { text: string } & Omit<ComponentProps<typeof SavedReplies>, 'afterSlash'>

/** Returns what follows the slash, if a text is only a slash and the beginning of a name. */
const slashIn = (text: string): string | undefined => /^\/(\S*)$/.exec(text)?.[1]

/** Suggests saved replies while the text is only a slash and the beginning of a name. */
function SlashSuggestions({ text, ...props }: SlashProps) {
  const afterSlash = slashIn(text)
  if (afterSlash === undefined) return null
  return (
    <Suspense>
      <SavedReplies {...props} afterSlash={afterSlash} />
    </Suspense>
  )
}

/** The quoted message and the files that go with the reply. Each can be removed. */
function Attachments({ chatId }: { chatId: string }) {
  const quote = useDraft('quote', chatId)
  const files = useDraft('files', chatId)
  return (
    <>
      {quote && (
        <Attachment icon={<Icon name="reply" size={14} />} onRemove={() => keepDraft('quote', chatId, undefined)}>
          {quote.text}
        </Attachment>
      )}
      {files.map((file, i) => (
        <Attachment
          key={`${i}${file.name}`}
          icon={<FilePreview file={file} />}
          onRemove={() => keepDraft('files', chatId, files.toSpliced(i, 1))}
        >
          {`${file.name} · ${sizeText(file.size)}`}
        </Attachment>
      ))}
    </>
  )
}

function Attachment({ icon, children, onRemove }: { icon: ReactNode; children: string; onRemove: () => void }) {
  return (
    <div className={styles.attachment}>
      {icon}
      <span>{children}</span>
      <IconButton icon="close" iconSize={14} label={say('word.remove')} size="sm" onClick={onRemove} />
    </div>
  )
}

/** A preview of an image, a player for sound, or an icon for any other file. */
function FilePreview({ file }: { file: File }) {
  const isSound = file.type.startsWith('audio/')
  const [source, setSource] = useState<string>()
  useEffect(() => {
    if (!isSound && !file.type.startsWith('image/')) return
    const url = URL.createObjectURL(file)
    setSource(url)
    return () => URL.revokeObjectURL(url)
  }, [file, isSound])
  if (source && isSound) return <audio controls src={source} aria-label={file.name} className={styles.sound} />
  return source ? <img className={styles.thumbnail} src={source} alt="" /> : <Icon name="paperclip" size={14} />
}

type FootProps = {
  length: number
  canSend: boolean
  onFiles: (files: readonly File[]) => void
  onEmoji: (emoji: string) => void
  onSend: () => void
}

/** Buttons to attach files, insert emoji, record a voice note and send. Shows the length of a text near the limit. */
function ReplyFoot({ length, canSend, onFiles, onEmoji, onSend }: FootProps) {
  const picker = useRef<HTMLInputElement>(null)
  const [recording, setRecording] = useState<'running' | 'canceled'>()
  if (recording === 'running') {
    return (
      <Part>
        <VoiceRecorder
          onCancel={() => setRecording('canceled')}
          onDone={(file) => {
            setRecording(undefined)
            onFiles([file])
          }}
        />
      </Part>
    )
  }
  return (
    <div className={styles.composerFoot}>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // Otherwise, the same file couldn't be selected again.
          currentTarget.value = ''
        }}
      />
      <IconButton icon="paperclip" label={say('composer.attach')} size="lg" onClick={() => picker.current?.click()} />
      <EmojiButton label={say('composer.emoji')} onChoose={onEmoji} />
      {canRecord && (
        <IconButton
          icon="microphone"
          label={say('composer.voice')}
          size="lg"
          autoFocus={recording === 'canceled'}
          onClick={() => setRecording('running')}
        />
      )}
      {length > charactersMax - 500 && <span className={styles.composerWhy}>{`${length} / ${charactersMax}`}</span>}
      <Button ml="auto" size="xs" disabled={!canSend} rightSection={<Icon name="send" size={15} />} onClick={onSend}>
        {say('composer.send')}
      </Button>
    </div>
  )
}
