import { Tooltip, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { unreadMax, unreadQuery } from '../api/api.ts'
import { useLiveState } from '../live/live.ts'
import { useMay, useWorkspaceId } from '../session/session.ts'
import { clockTime, say } from '../words/words.ts'
import styles from './shell.module.css'

/** The number of unread notifications. Shows nothing if there are none. */
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

/** Shows whether the data is up to date and, if it isn't, since when. */
export function LiveMark() {
  const { status, since, sequence } = useLiveState()
  const time = clockTime(since)
  const help =
    sequence === undefined ? say(`live.${status}Help`, { time }) : say('live.sequence', { sequence: `#${sequence}` })
  return (
    <Tooltip label={help} position="right" multiline maw={260}>
      <div className={styles.live} role="status">
        <span className={styles.dot} data-status={status} />
        <span>{say(`live.${status}`, { time })}</span>
      </div>
    </Tooltip>
  )
}
