import { UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { openPalette } from '../keys/palette-state.ts'
import { Icon } from '../parts/icon.tsx'
import { useMay, useWorkspaceId } from '../session/me.ts'
import { say } from '../words/say.ts'
import { AccountMenu } from './account-menu.tsx'
import { groups } from './navigation.ts'
import styles from './shell.module.css'
import { LiveMark, UnreadMark } from './unread.tsx'
import { WorkspaceMenu } from './workspace-menu.tsx'

/** The main menu: the pages that the caller may use, by audience. */
export function Menu() {
  const may = useMay()
  const workspace = useWorkspaceId()
  return (
    <nav className={styles.menu} aria-label={say('shell.menu')}>
      <WorkspaceMenu />
      <UnstyledButton
        className={styles.find}
        onClick={openPalette}
        aria-keyshortcuts="Control+K"
        title={`${say('shell.find')} Ctrl K`}
        aria-label={`${say('shell.find')} Ctrl K`}
      >
        <Icon name="search" size={15} />
        <span>{say('shell.find')}</span>
        <kbd>Ctrl K</kbd>
      </UnstyledButton>
      {groups.map(({ name, places }) => {
        const allowed = places.filter(({ needs, manages = needs }) => may(needs) && may(manages))
        if (allowed.length === 0) return null
        return (
          <div key={name}>
            <div className={styles.group}>{say(name)}</div>
            {allowed.map((place) => (
              <Link
                key={place.to}
                to={`/${workspace}/${place.to}` as '/'}
                className={styles.place}
                title={say(place.name)}
                {...(place.to === 'notifications' ? {} : { 'aria-label': say(place.name) })}
                activeOptions={{ exact: false }}
              >
                <Icon name={place.icon} size={17} />
                <span>{say(place.name)}</span>
                {place.to === 'notifications' && <UnreadMark />}
              </Link>
            ))}
          </div>
        )
      })}
      <div className={styles.foot}>
        <LiveMark />
        <AccountMenu />
      </div>
    </nav>
  )
}
