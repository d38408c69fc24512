import { ApiError } from '@posthorn/sdk'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { useEffect } from 'react'
import { queryClient, retryPauseMs } from './api/api.ts'
import { isPassing, Problem } from './parts/problem.tsx'
import { currentAccess, meQuery, ownWorkspace, restoreSession, useSession } from './session/session.ts'
import { Shell } from './shell/shell.tsx'
import { loadDeskWords } from './words/load.ts'

/**
 * Shown for a screen that couldn't be loaded. If the error is temporary, or the person has signed in again since, loads the screen again until
 * it succeeds.
 */
function RouteProblem({ error }: { error: unknown }) {
  const { isOver } = useSession()
  const passes = isPassing(error) || (error instanceof ApiError && error.status === 401 && !isOver)
  useEffect(() => {
    if (!passes) return
    const timer = setInterval(() => void router.invalidate(), retryPauseMs)
    return () => clearInterval(timer)
  }, [passes])
  return <Problem error={error} retry={() => void router.invalidate()} />
}

const root = createRootRoute({ component: Outlet, errorComponent: RouteProblem })

/**
 * Returns a search parameter as text; undefined if it is empty or an inexact number: the router reads digits in a URL, such as a phone number,
 * as a number, which can't hold too many of them.
 */
const textOf = (value: unknown) =>
  Number.isSafeInteger(value) ? String(value) : typeof value === 'string' && value !== '' ? value : undefined
/** Returns a `validateSearch` that keeps these search parameters of a URL, and drops everything else. */
const texts = <K extends string>(names: readonly K[]) => {
  return (search: Record<string, unknown>): { [N in K]?: string | undefined } => {
    const found = names.flatMap((name) => (textOf(search[name]) === undefined ? [] : [[name, textOf(search[name])]]))
    return Object.fromEntries(found) as { [N in K]?: string | undefined }
  }
}

/** Search parameters of the inbox. `m`: a message. `at`: a past event; the chat is shown as it was then. */
type InboxSearch = { [part in 'm' | 'q' | 'number' | 'label']?: string | undefined } & { at?: number | undefined }
/** Keeps the search parameters of the inbox. `at` counts only if it can be a sequence. */
const inboxSearch = (search: Record<string, unknown>): InboxSearch => {
  const at = Number(search['at'])
  return { ...texts(['m', 'q', 'number', 'label'])(search), ...(Number.isSafeInteger(at) && at > 0 ? { at } : {}) }
}

const open = createRoute({ getParentRoute: () => root, id: 'open', component: Outlet })
/** Creates the route for a page that needs no session. `name`: the component in the loaded module. */
const signedOutPage = <P extends string>(path: P, load: () => Promise<Record<string, unknown>>, name: string) =>
  createRoute({
    getParentRoute: () => open,
    path,
    validateSearch: texts(['next']),
    component: lazyRouteComponent(load, name),
  })
const openPages = [
  signedOutPage('/sign-in', () => import('./screens/sign-in/screen.tsx'), 'SignInScreen'),
  signedOutPage('/oidc', () => import('./screens/sign-in/screen.tsx'), 'OidcScreen'),
  signedOutPage('/forgot', () => import('./screens/sign-in/screen.tsx'), 'ForgotScreen'),
  signedOutPage('/confirm', () => import('./screens/welcome/screen.tsx'), 'ConfirmScreen'),
  signedOutPage('/welcome', () => import('./screens/welcome/screen.tsx'), 'WelcomeScreen'),
  signedOutPage('/reset', () => import('./screens/welcome/screen.tsx'), 'ResetScreen'),
]

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async () => {
    const access = await restoreSession()
    if (access === null) return redirect({ to: '/sign-in', search: {}, throw: true })
    const { workspace } = await queryClient.fetchQuery(meQuery(firstWorkspace()))
    return redirect({ to: '/$ws/inbox/$view', params: { ws: workspace.id, view: 'all' }, search: {}, throw: true })
  },
})

/** Returns the id of the person's first workspace, or what stands for that of a key. */
function firstWorkspace(): string {
  const access = currentAccess()
  return (access?.kind === 'person' ? access.account.workspaces[0]?.id : undefined) ?? ownWorkspace
}

const workspaceRoute = createRoute({
  getParentRoute: () => root,
  path: '/$ws',
  beforeLoad: async ({ params, location }) => {
    if ((await restoreSession()) === null)
      return redirect({ to: '/sign-in', search: { next: location.href }, throw: true })
    return queryClient.ensureQueryData(meQuery(params.ws)).then(() => undefined)
  },
  component: Shell,
})

type Loader = () => Promise<Record<string, unknown>>
/**
 * Creates the route for a screen of a workspace. `name`: the component in the loaded module. `search`: checks the URL's search parameters.
 */
function screen<P extends string, V extends (search: Record<string, unknown>) => object>(
  path: P,
  load: Loader,
  { name, search }: { name: string; search: V },
) {
  return createRoute({
    getParentRoute: () => workspaceRoute,
    path,
    validateSearch: search,
    component: lazyRouteComponent(load, name),
    errorComponent: RouteProblem,
  })
}

/** Creates the route for a screen other than the inbox, and loads its UI strings. */
function desk<P extends string>(path: P, load: Loader, name: string) {
  const loader = () => Promise.all([load(), loadDeskWords()]).then(([loaded]) => loaded)
  return screen(path, loader, { name, search: texts(deskSearch) })
}

/** Search parameters of all screens except the inbox. */
const deskSearch = [
  'q',
  'open',
  'kind',
  'status',
  'part',
  'actor',
  'operation',
  'target',
  'from',
  'to',
  'days',
  'tag',
  'segment',
  'span',
  'since',
  'until',
  'number',
] as const
const inbox = () => import('./screens/inbox/screen.tsx')
// The conversation's code is loaded for its URL, or when the pointer or the focus reaches a link to it.
const inboxWithChat = () =>
  Promise.all([inbox(), import('./screens/inbox/conversation.tsx')]).then(([screenOfInbox]) => screenOfInbox)
const chatRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: '/inbox/$view/$chat',
  validateSearch: inboxSearch,
  // Starts reading the messages before the page renders. Doesn't wait for them.
  loader: ({ params }) =>
    void import('./screens/inbox/data.ts').then(({ readEarly }) => readEarly(params.ws, params.chat)),
  component: lazyRouteComponent(inboxWithChat, 'InboxScreen'),
  errorComponent: RouteProblem,
})
const screens = [
  screen('/inbox/$view', inbox, { name: 'InboxScreen', search: inboxSearch }),
  chatRoute,
  desk('/numbers', () => import('./screens/numbers/screen.tsx'), 'NumbersScreen'),
  desk('/numbers/connect', () => import('./screens/numbers/screen.tsx'), 'ConnectScreen'),
  desk('/numbers/waiting', () => import('./screens/numbers/waiting.tsx'), 'WaitingScreen'),
  desk('/numbers/$number', () => import('./screens/numbers/number.tsx'), 'NumberScreen'),
  desk('/numbers/$number/$part', () => import('./screens/numbers/number.tsx'), 'NumberScreen'),
  desk('/developer/messages/$message', () => import('./screens/trace/screen.tsx'), 'TraceScreen'),
  desk('/developer/webhooks', () => import('./screens/webhooks/screen.tsx'), 'WebhooksScreen'),
  desk('/developer/webhooks/program', () => import('./screens/webhooks/program.tsx'), 'ProgramScreen'),
  desk('/developer/webhooks/$webhook', () => import('./screens/webhooks/webhook.tsx'), 'WebhookScreen'),
  desk('/developer/webhooks/$webhook/$part', () => import('./screens/webhooks/webhook.tsx'), 'WebhookScreen'),
  desk('/developer/deliveries/$delivery', () => import('./screens/webhooks/delivery.tsx'), 'DeliveryScreen'),
  desk('/developer/events', () => import('./screens/events/screen.tsx'), 'EventsScreen'),
  desk('/developer/events/$event', () => import('./screens/events/screen.tsx'), 'EventScreen'),
  desk('/developer/keys', () => import('./screens/keys/screen.tsx'), 'KeysScreen'),
  desk('/developer/keys/$key', () => import('./screens/keys/key.tsx'), 'KeyScreen'),
  desk('/contacts', () => import('./screens/contacts/screen.tsx'), 'ContactsScreen'),
  desk('/contacts/$contact', () => import('./screens/contacts/screen.tsx'), 'ContactScreen'),
  desk('/notifications', () => import('./screens/notifications/screen.tsx'), 'NotificationsScreen'),
  desk('/new-conversation', () => import('./screens/conversation/new.tsx'), 'NewConversationScreen'),
  desk('/replies', () => import('./screens/replies/screen.tsx'), 'RepliesScreen'),
  desk('/broadcasts', () => import('./screens/broadcasts/screen.tsx'), 'BroadcastsScreen'),
  desk('/broadcasts/$channel', () => import('./screens/broadcasts/screen.tsx'), 'ChannelScreen'),
  desk('/broadcasts/$channel/$post', () => import('./screens/broadcasts/post.tsx'), 'PostScreen'),
  desk('/segments', () => import('./screens/segments/screen.tsx'), 'SegmentsScreen'),
  desk('/segments/$segment', () => import('./screens/segments/screen.tsx'), 'SegmentScreen'),
  desk('/imports', () => import('./screens/imports/screen.tsx'), 'ImportsScreen'),
  desk('/imports/$import', () => import('./screens/imports/import.tsx'), 'ImportScreen'),
  desk('/groups', () => import('./screens/groups/screen.tsx'), 'GroupsScreen'),
  desk('/groups/$group', () => import('./screens/groups/group.tsx'), 'GroupScreen'),
  desk('/reports', () => import('./screens/reports/screen.tsx'), 'ReportsScreen'),
  desk('/settings/workspace', () => import('./screens/workspace/screen.tsx'), 'WorkspaceScreen'),
  desk('/settings/audit', () => import('./screens/audit/screen.tsx'), 'AuditScreen'),
  desk('/templates', () => import('./screens/templates/screen.tsx'), 'TemplatesScreen'),
  desk('/settings/labels', () => import('./screens/labels/screen.tsx'), 'LabelsScreen'),
  desk('/settings/automations', () => import('./screens/automations/screen.tsx'), 'AutomationsScreen'),
  desk('/settings/automations/new', () => import('./screens/automations/screen.tsx'), 'NewAutomationScreen'),
  desk('/settings/automations/$automation', () => import('./screens/automations/automation.tsx'), 'AutomationScreen'),
  desk('/settings/team', () => import('./screens/team/screen.tsx'), 'TeamScreen'),
  desk('/operator', () => import('./screens/operator/screen.tsx'), 'OperatorScreen'),
  desk('/operator/$part', () => import('./screens/operator/screen.tsx'), 'OperatorScreen'),
  desk('/me', () => import('./screens/me/screen.tsx'), 'MeScreen'),
]

export const router = createRouter({
  routeTree: root.addChildren([open.addChildren(openPages), home, workspaceRoute.addChildren(screens)]),
  basepath: '/app',
  defaultPreload: 'intent',
  scrollRestoration: false,
  defaultNotFoundComponent: () => <Problem />,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
