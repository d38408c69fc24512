import type { Message } from '@posthorn/sdk'
import type { ReactNode } from 'react'
import { hasFailed, MessageStatus, previewOf } from '../../../parts/message.tsx'
import { Moment } from '../../../parts/moment.tsx'
import { fullMoment, say } from '../../../words/words.ts'
import styles from './bubble.module.css'
import { Content } from './content.tsx'

type Props = {
  message: Message
  quoted: Message | undefined
  /** Whether the person followed a link to this message, which is highlighted. */
  isMarked: boolean
  actions?: ReactNode
  /** Why the message failed or waits. */
  reason: ReactNode
}

/** A message with its status, current or past. */
export function BubbleBody({ message, quoted, isMarked, actions, reason }: Props) {
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
        {message.group && !isOut && author && <div className={styles.author}>{author}</div>}
        {quoted && (
          <a className={styles.quote} href={`#${quoted.id}`}>
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

/** Returns when a message reached each status, one per line, for the tooltip. */
function timesOf({ statusAt, status }: Message): string {
  const times = Object.entries(statusAt).map(
    ([status, at]) => `${say(`status.${status as Message['status']}`)} ${fullMoment(at)}`,
  )
  return times.length === 0 ? say(`status.${status}`) : times.join('\n')
}
