import { UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { openPalette } from '../keys/palette-state.ts'
import { Icon } from '../parts/icon.tsx'
import { useMay, useWorkspaceId } from '../session/me.ts'
import { say } from '../words/say.ts'
import { LiveMark } from './live-mark.tsx'
import styles from './shell.module.css'
import { UnreadMark } from './unread.tsx'

/** The menu of a small screen. */
export function BottomBar() {
  const ws = useWorkspaceId()
  const may = useMay()
  return (
    <nav className={styles.bottom} aria-label={say('shell.menu')}>
      <Link to="/$ws/inbox/$view" params={{ ws, view: 'all' }} search={{}} className={styles.tab}>
        <Icon name="inbox" size={20} />
        {say('nav.inbox')}
      </Link>
      {may('notifications.list') && (
        <Link to={`/${ws}/notifications` as '/'} className={styles.tab}>
          <Icon name="bell" size={20} />
          {say('nav.alerts')}
          <UnreadMark />
        </Link>
      )}
      <UnstyledButton className={styles.tab} onClick={openPalette}>
        <Icon name="menu" size={20} />
        {say('shell.more')}
      </UnstyledButton>
      <span className={styles.tab}>
        <LiveMark />
      </span>
    </nav>
  )
}
