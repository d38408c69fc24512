import { Button, Menu } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import type { Message } from '@posthorn/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../../api/api.ts'
import { messageQuery, Reason } from '../../../messages/reason.tsx'
import { edit } from '../../../outbox/moves.ts'
import { discard, type Entry, isEditable, retry } from '../../../outbox/outbox.ts'
import { copyText } from '../../../parts/device.ts'
import { Icon, IconButton, type IconName } from '../../../parts/icon.tsx'
import { hasFailed, MessageStatus, previewOf } from '../../../parts/message.tsx'
import { Moment } from '../../../parts/moment.tsx'
import { useOpenPlace } from '../../../parts/page.tsx'
import { sayDone, sayProblem } from '../../../parts/problem.tsx'
import { useMay, useSession, useWorkspaceId } from '../../../session/session.ts'
import { fullMoment, type Key, say } from '../../../words/words.ts'
import { EmojiButton } from '../emoji-button.tsx'
import { useHistoryPlace } from '../use-history-place.ts'
import styles from './bubble.module.css'
import { Content } from './content.tsx'

type BubbleBodyProps = {
  message: Message
  quoted: Pick<Message, 'id' | 'type' | 'message'> | undefined
  /** Whether the person followed a link to this message, which is highlighted. */
  isMarked: boolean
  actions?: ReactNode
  /** Why the message failed or waits. */
  reason: ReactNode
}

/** A message as it is now, or as it was in the past: its content, author, status and reactions. */
export function BubbleBody({ message, quoted, isMarked, actions, reason }: BubbleBodyProps) {
  const isOut = message.direction === 'out'
  const author = isOut ? message.by?.name : message.from?.name
  return (
    <article
      id={message.id}
      className={styles.line}
      data-out={isOut ? '' : undefined}
      data-marked={isMarked ? '' : undefined}
    >
      <div className={styles.bubble} data-failed={hasFailed(message) ? '' : undefined}>
        {message.group && !isOut && author && (
          <div className={styles.author}>
            <bdi>{author}</bdi>
          </div>
        )}
        {quoted && (
          <a className={styles.quote} href={`#${quoted.id}`} dir="auto">
            {previewOf(quoted)}
          </a>
        )}
        {message.deletedAt ? <i className={styles.deleted}>{say('message.deleted')}</i> : <Content message={message} />}
        <div className={styles.meta}>
          {message.editedAt && <span>{say('message.edited')}</span>}
          {message.sentInstead && <span>{say('message.sentInstead')}</span>}
          {isOut && author && <span>{author}</span>}
          <Moment at={message.createdAt} />
          {isOut && <MessageStatus status={message.status} title={timesOf(message)} />}
        </div>
      </div>
      {actions}
      {message.reactions.length > 0 && (
        <div className={styles.reactions}>
          {message.reactions.map(({ emoji, at }) => (
            <span key={`${emoji}${at}`}>{emoji}</span>
          ))}
        </div>
      )}
      {reason}
    </article>
  )
}

/** Returns when a message reached each status, one per line, for the tooltip; only its status if that isn't known. */
function timesOf({ statusAt, status }: Message): string {
  const times = Object.entries(statusAt).map(
    ([status, at]) => `${say(`status.${status as Message['status']}`)} ${fullMoment(at)}`,
  )
  return times.length === 0 ? say(`status.${status}`) : times.join('\n')
}

/**
 * A message or note that the server hasn't confirmed. Once it failed, it can be tried again. Then, and offline before its first attempt, it
 * can also be discarded or, unless it is a template or no field is there, edited.
 */
export function OutgoingBubble({ entry, onEdited }: { entry: Entry; onEdited?: (tab: 'reply' | 'note') => void }) {
  const { content, status } = entry
  const { online } = useNetwork()
  const { isOver } = useSession()
  const file = content.kind === 'message' ? content.file : undefined
  const putBack = onEdited && (() => onEdited(edit(entry)))
  return (
    <article className={styles.line} data-out="" data-outgoing={status}>
      <div
        className={styles.bubble}
        data-failed={status === 'failed' ? '' : undefined}
        data-note={content.kind === 'note' ? '' : undefined}
      >
        {file && (
          <div className={styles.card}>
            <Icon name={file.type.startsWith('image/') ? 'image' : 'file'} size={22} />
            <b>{file.name}</b>
          </div>
        )}
        {content.text !== '' && (
          <p className={styles.text} dir="auto">
            {content.text}
          </p>
        )}
        <div className={styles.meta}>
          <Icon name={status === 'failed' ? 'warning' : 'clock'} size={14} />
          <span className={styles.outgoing} role="status">
            {entryStatusText(entry, online, isOver)}
          </span>
        </div>
      </div>
      {isEditable(entry) && (status === 'failed' || !online) && (
        <div className={styles.choices}>
          {status === 'failed' && <ChoiceButton name={say('problem.again')} onClick={() => retry(entry)} />}
          {putBack && content.kind !== 'template' && <ChoiceButton name={say('outbox.edit')} onClick={putBack} />}
          <ChoiceButton name={say('outbox.discard')} onClick={() => discard(entry)} />
        </div>
      )}
    </article>
  )
}

function ChoiceButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <Button variant="default" size="compact-xs" onClick={onClick}>
      {name}
    </Button>
  )
}

/** Returns in words what an entry waits for, or why it failed. */
function entryStatusText({ status, problem }: Entry, isOnline: boolean, isSignedOut: boolean): string {
  if (status === 'failed') {
    if (problem?.code === 'outbox:unknown') return say('outbox.unknown')
    if (problem?.code === 'outbox:late') return say('outbox.late')
    return say('outbox.refused', { reason: problem?.message ?? '' })
  }
  if (!isOnline || problem?.code === 'connection') return say('outbox.offline')
  if (isSignedOut) return say('outbox.signedOut')
  return problem?.message ? say('outbox.waiting', { reason: problem.message }) : say('outbox.sending')
}

type BubbleProps = {
  message: Message
  quoted: Message | undefined
  onQuote: (message: Message) => void
  isMarked: boolean
}

/** A message with the actions that the caller may take, and, if it is outgoing, why it failed or waits. */
export function Bubble({ message, quoted, onQuote, isMarked }: BubbleProps) {
  const { quote } = message
  // It can be older than what the chat shows.
  const { data: older } = useQuery({
    ...messageQuery(useWorkspaceId(), quote ?? ''),
    enabled: Boolean(quote) && quoted === undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <BubbleBody
      message={message}
      quoted={quoted ?? older}
      isMarked={isMarked}
      actions={<Actions message={message} onQuote={onQuote} />}
      reason={message.direction === 'out' && <Reason message={message} />}
    />
  )
}

/** A menu of the message's actions and, for a customer's message, a button to react to it. */
function Actions({ message, onQuote }: { message: Message; onQuote: (message: Message) => void }) {
  const { actions, react } = useMessageActions(message, onQuote)
  return (
    <div className={styles.actions}>
      <Menu position="bottom-end">
        <Menu.Target>
          <IconButton icon="more" iconSize={16} label={say('message.actions')} size={26} />
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map(({ name, icon, run, isDangerous }) => (
            <Menu.Item
              key={name}
              leftSection={<Icon name={icon} size={16} />}
              onClick={run}
              {...(isDangerous ? { color: 'red' } : {})}
            >
              {say(name)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {react && <EmojiButton label={say('message.react')} size={26} isReaction onChoose={react} />}
    </div>
  )
}

type MessageAction = { name: Key; icon: IconName; run: () => void; isDangerous?: boolean }

type MessageActions = { actions: MessageAction[]; react: ((emoji: string) => void) | undefined }

/** Returns the actions available for a message, given its status and the caller's permissions. */
function useMessageActions(message: Message, onQuote: (message: Message) => void): MessageActions {
  const client = useQueryClient()
  const may = useMay()
  const ws = useWorkspaceId()
  const openPlace = useOpenPlace()
  const { open } = useHistoryPlace()
  const { id, status, chat } = message
  const act = (work: Promise<unknown>) =>
    void work.then(() => client.invalidateQueries({ queryKey: ['messages', ws, chat] }), sayProblem)
  const canWrite = may('messages.send')
  const actions: (MessageAction | false)[] = [
    canWrite && { name: 'message.reply', icon: 'reply', run: () => onQuote(message) },
    message.message !== null && {
      name: 'message.copy',
      icon: 'copy',
      run: () => void copyText(message.message ?? '').then(() => sayDone(say('word.copied')), sayProblem),
    },
    message.direction === 'out' &&
      may('messages.trace') && {
        name: 'message.trace',
        icon: 'trace',
        run: () => openPlace(`developer/messages/${id}`),
      },
    may('events.list') && { name: 'history.atMessage', icon: 'clock', run: () => void open(chat, id) },
    hasFailed(message) &&
      may('messages.retry') && { name: 'message.retry', icon: 'retry', run: () => act(api.messages.retry({ id })) },
    (status === 'queued' || status === 'scheduled') &&
      may('messages.cancel') && {
        name: 'word.cancel',
        icon: 'close',
        isDangerous: true,
        run: () => act(api.messages.cancel({ id })),
      },
  ]
  const react = (emoji: string) => act(api.messages.send({ chat, reaction: emoji, reactionMessage: id }))
  return {
    actions: actions.filter((action) => action !== false),
    react: canWrite && message.direction === 'in' ? react : undefined,
  }
}
