import type { MessageStatus } from '@posthorn/sdk'
import { say } from '../words/words.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './message-status.module.css'

const signs: Readonly<Record<MessageStatus, IconName>> = {
  scheduled: 'clock',
  queued: 'clock',
  sending: 'clock',
  sent: 'check',
  delivered: 'checks',
  read: 'checks',
  played: 'checks',
  failed: 'warning',
  expired: 'warning',
  canceled: 'close',
  received: 'check',
}

/** Whether this is a status that the dashboard knows. */
export const isMessageStatus = (name: string): name is MessageStatus => Object.hasOwn(signs, name)

/** The sign for a message's status, such as two checks for a delivered one. */
export function MessageStatus({ status, size = 15, title }: { status: MessageStatus; size?: number; title?: string }) {
  return (
    <span
      className={styles.status}
      data-status={status}
      title={title ?? say(`status.${status}`)}
      role="img"
      aria-label={say(`status.${status}`)}
    >
      <Icon name={signs[status]} size={size} />
    </span>
  )
}
