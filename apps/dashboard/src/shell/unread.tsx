import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { unreadMax, unreadQuery } from '../api/notifications.ts'
import { useMay, useWorkspaceId } from '../session/me.ts'
import { say } from '../words/say.ts'
import styles from './shell.module.css'

/** The number of unread notifications of the person, beside the name of their place; nothing while there are none. */
export function UnreadMark() {
  const may = useMay()
  const { data } = useQuery({ ...unreadQuery(useWorkspaceId()), enabled: may('notifications.list') })
  const count = data?.length ?? 0
  if (count === 0) return null
  return (
    <b className={styles.unread}>
      {' '}
      {count > unreadMax ? `${unreadMax}+` : count}{' '}
      <VisuallyHidden component="span">{say('alert.unread')}</VisuallyHidden>
    </b>
  )
}
