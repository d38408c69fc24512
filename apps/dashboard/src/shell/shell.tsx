import { UnstyledButton } from '@mantine/core'
import { Link, Outlet, useMatchRoute } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useKeys } from '../keys/bindings.ts'
import { CommandKeys } from '../keys/command-keys.tsx'
import { offerActions, openPalette } from '../keys/palette-state.ts'
import { useLive } from '../live/live.ts'
import { Outbox } from '../outbox/sender.ts'
import { Icon } from '../parts/icon.tsx'
import { lazyWithDeskWords, Part } from '../parts/part.tsx'
import { useMay, useWorkspaceId } from '../session/me.ts'
import { say } from '../words/say.ts'
import { Menu } from './menu.tsx'
import styles from './shell.module.css'
import { LiveMark, UnreadMark } from './unread.tsx'

const Drawer = lazyWithDeskWords(() => import('../drawer/drawer.tsx').then(({ Drawer }) => Drawer))

/** Key that opens the developer drawer. The drawer's code loads on first use. */
function DrawerKeys() {
  const [isOpen, setOpen] = useState(false)
  const toggle = () => setOpen((was) => !was)
  useKeys({ '`': toggle })
  useEffect(() => {
    return offerActions('palette.actions', [
      { id: 'drawer', name: say('shell.drawer'), keys: '`', run: () => setOpen((was) => !was) },
    ])
  }, [])
  return <Suspense>{isOpen && <Drawer onClose={() => setOpen(false)} />}</Suspense>
}

/** Menu for small screens. */
function BottomBar() {
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

const Alerts = lazy(() => import('../alerts/alerts.tsx').then(({ Alerts: component }) => ({ default: component })))

const Strip = lazy(() => import('./strip.tsx').then(({ Strip: component }) => ({ default: component })))

/** What surrounds every screen of a workspace: the menu, notices at the top, keys, live events, the outbox and alerts. */
export function Shell() {
  useLive(useWorkspaceId())
  const isInbox = useMatchRoute()({ to: '/$ws/inbox/$view', fuzzy: true }) !== false
  return (
    <div className={styles.shell} data-narrow={isInbox ? '' : undefined}>
      <a href="#screen" className="skip">
        {say('shell.skip')}
      </a>
      <Menu />
      <div className={styles.column}>
        <Part>
          <Strip />
        </Part>
        <main id="screen" className={styles.screen} tabIndex={-1}>
          <Suspense>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <DrawerKeys />
      <BottomBar />
      <CommandKeys />
      <Outbox />
      <Part>
        <Alerts />
      </Part>
    </div>
  )
}
