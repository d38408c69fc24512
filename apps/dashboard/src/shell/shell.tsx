import { Outlet, useMatchRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { CommandKeys } from '../keys/command-keys.tsx'
import { DrawerKeys } from '../keys/drawer-keys.tsx'
import { useLive } from '../live/live.ts'
import { Outbox } from '../outbox/sender.ts'
import { useWorkspaceId } from '../session/me.ts'
import { say } from '../words/say.ts'
import { BottomBar } from './bottom-bar.tsx'
import { Menu } from './menu.tsx'
import styles from './shell.module.css'

const Alerts = lazy(() => import('../alerts/alerts.tsx').then(({ Alerts: component }) => ({ default: component })))

const Strip = lazy(() => import('./strip.tsx').then(({ Strip: component }) => ({ default: component })))

/** The frame of every screen: the menu, trouble and work in progress, the state of the connection, and the keys. */
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
        <Suspense>
          <Strip />
        </Suspense>
        <main id="screen" className={styles.screen} tabIndex={-1}>
          <Suspense>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <DrawerKeys />
      <BottomBar />
      <CommandKeys />
      <Suspense>
        <Outbox />
        <Alerts />
      </Suspense>
    </div>
  )
}
