import { Menu, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useMatchRoute, useNavigate } from '@tanstack/react-router'
import { lazy, type RefObject, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { queryClient, unreadMax, unreadQuery } from '../api/api.ts'
import { setWorkspace } from '../api/request.ts'
import { useKeys } from '../keys/bindings.ts'
import { CommandKeys } from '../keys/command-keys.tsx'
import { offerActions, openPalette } from '../keys/palette-state.ts'
import { useLive, useLiveState } from '../live/live.ts'
import { Outbox } from '../outbox/sender.ts'
import { Icon } from '../parts/icon.tsx'
import { lazyWithDeskWords, Part } from '../parts/problem.tsx'
import { useMay, useMe, useWorkspaceId } from '../session/session.ts'
import { momentText, say } from '../words/words.ts'
import { AccountMenu } from './account-menu.tsx'
import { groups } from './navigation.ts'
import styles from './shell.module.css'

/** The number of unread notifications. Shows nothing if there are none. */
function UnreadMark() {
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

/** Shows whether the data is up to date and, if it isn't, since when. The tooltip has the number of the last event, once there is one. */
function LiveMark() {
  const { status, since, sequence } = useLiveState()
  const time = momentText(since)
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

/** The workspace's name. A person who belongs to several can switch to another one. */
function WorkspaceMenu() {
  const { workspace, workspaces = [] } = useMe()
  const navigate = useNavigate()
  const others = workspaces.filter(({ id }) => id !== workspace.id)
  const open = (ws: string) => void navigate({ to: '/$ws/inbox/$view', params: { ws, view: 'all' } })
  // A phone shows no menu.
  useEffect(
    () =>
      offerActions(
        'palette.actions',
        others.map(({ id, name }) => ({ id, name: say('palette.goTo', { place: name }), run: () => open(id) })),
      ),
    [others.map(({ id, name }) => id + name).join()],
  )
  return (
    <Menu position="bottom-start" width={200} disabled={others.length === 0}>
      <Menu.Target>
        <UnstyledButton className={styles.brand} aria-label={workspace.name} title={workspace.name}>
          <img src="/app/icon.svg" alt="" width={22} height={22} />
          <span>{workspace.name}</span>
          {others.length > 0 && <Icon name="down" size={14} />}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {others.map(({ id, name }) => (
          <Menu.Item key={id} onClick={() => open(id)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Scrolls the menu of a low window to the page that is open. */
function useShownPlace(): RefObject<HTMLElement | null> {
  const menu = useRef<HTMLElement>(null)
  // Without what is open on the page, so that opening a chat doesn't render the menu.
  const place = useLocation({ select: ({ pathname }) => pathname.split('/').slice(0, 4).join('/') })
  useEffect(() => {
    menu.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
  }, [place])
  return menu
}

/** The menu: the workspace, the search, the account, and links by audience to the pages that the caller may use and works with. */
function MainMenu() {
  const may = useMay()
  const workspace = useWorkspaceId()
  const menu = useShownPlace()
  return (
    <nav ref={menu} className={styles.menu} aria-label={say('shell.menu')}>
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

const Drawer = lazyWithDeskWords(() => import('../drawer/drawer.tsx').then(({ Drawer }) => Drawer))

/** Opens and closes the developer drawer, by key and from the palette. The drawer's code loads on first use. */
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

/** Menu for small screens: the inbox, the notifications, and the palette for all other pages. */
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

/** Makes requests about this workspace from when its screen replaces the one before, whose running queries would read it instead. */
function useOpenWorkspace(workspaceId: string): void {
  useLayoutEffect(() => {
    setWorkspace(workspaceId)
    return () => void queryClient.cancelQueries({ predicate: ({ queryKey }) => queryKey[1] === workspaceId })
  }, [workspaceId])
}

/**
 * What surrounds every screen of a workspace: the menu, notices at the top, keys, live events, the outbox and alerts. Another workspace gets
 * a new screen: a form that keeps the values of the one before could store them.
 */
export function Shell() {
  const workspace = useWorkspaceId()
  useOpenWorkspace(workspace)
  useLive(workspace)
  const isInbox = useMatchRoute()({ to: '/$ws/inbox/$view', fuzzy: true }) !== false
  return (
    <div className={styles.shell} data-narrow={isInbox ? '' : undefined}>
      <a href="#screen" className="skip">
        {say('shell.skip')}
      </a>
      {/* Offers the pages before the menu offers other workspaces. */}
      <CommandKeys />
      <MainMenu />
      <div className={styles.column}>
        <Part>
          <Strip />
        </Part>
        <main id="screen" className={styles.screen} tabIndex={-1}>
          <Suspense>
            <Outlet key={workspace} />
          </Suspense>
        </main>
      </div>
      <DrawerKeys />
      <BottomBar />
      <Outbox />
      <Part>
        {/* Knows the newest notification of its workspace. */}
        <Alerts key={workspace} />
      </Part>
    </div>
  )
}
