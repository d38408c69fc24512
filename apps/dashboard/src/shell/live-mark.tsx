import { Tooltip } from '@mantine/core'
import { useLiveState } from '../live/live.ts'
import { clockTime } from '../words/moments.ts'
import { say } from '../words/say.ts'
import styles from './shell.module.css'

/** Says whether what is shown is up to date, and since when it is not. */
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
