import type { Forms, PushWords } from '../words/words.ts'

/** A push from the gateway. Name and text are null unless the person wants them shown. */
type Content = {
  kind: keyof PushWords
  count: number
  workspace: string
  chat: string | null
  name: string | null
  text: string | null
}

type Waiting = { waitUntil(work: Promise<unknown>): void }
type ClickEvent = Waiting & { notification: { close(): void; data: { to: string } } }
type Window = { url: string; focused: boolean; focus(): Promise<unknown>; postMessage(message: unknown): void }

/** The members of a service worker's global scope that are used here. The compiler knows only the global scope of pages. */
type Scope = {
  registration: { showNotification(title: string, options: object): Promise<void> }
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<Window[]>
    openWindow(url: string): Promise<unknown>
    claim(): Promise<void>
  }
  skipWaiting(): Promise<void>
  addEventListener(kind: 'push', listener: (event: Waiting & { data: { json(): Content } | null }) => void): void
  addEventListener(kind: 'notificationclick', listener: (event: ClickEvent) => void): void
  addEventListener(kind: 'install' | 'activate', listener: (event: Waiting) => void): void
}

const scope = globalThis as unknown as Scope
const catalogs = import.meta.glob<{ push: PushWords }>('../words/*/push.ts', { eager: true })
const language = new URLSearchParams(location.search).get('lang') ?? 'en'
const app = new URL('.', location.href).pathname

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()))
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()))
scope.addEventListener('push', (event) => {
  const content = event.data?.json()
  if (content) event.waitUntil(show(content))
})
scope.addEventListener('notificationclick', (event) => {
  const { notification } = event
  notification.close()
  event.waitUntil(open(notification.data.to))
})

/** Returns the open tabs of the dashboard, also those that were opened before the worker was installed. */
async function windows(): Promise<Window[]> {
  const all = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  // The documentation has the same origin.
  return all.filter(({ url }) => new URL(url).pathname.startsWith(app))
}

/** Shows a push in place of the last one of its kind, unless the person is looking at the dashboard: they need no alert then. */
async function show(content: Content): Promise<void> {
  if ((await windows()).some(({ focused }) => focused)) return
  const { kind, workspace, chat, name, text } = content
  const sentence = sentenceOfPush(content)
  await scope.registration.showNotification(name ?? 'Posthorn', {
    body: text ?? sentence,
    tag: `${kind} ${workspace}`,
    renotify: true,
    icon: `${app}icon.svg`,
    lang: language,
    data: { to: `${workspace}/inbox/${chat === null ? 'mine' : `all/${chat}`}` },
  })
}

/** Returns a push's sentence in the language of the dashboard, with the plural form for its count. */
function sentenceOfPush({ kind, count }: Content): string {
  const { push } = catalogs[`../words/${language}/push.ts`] ?? (catalogs['../words/en/push.ts'] as { push: PushWords })
  const forms: Forms = push[kind]
  const form = forms[new Intl.PluralRules(language).select(count)] ?? forms.other
  return form.replace('{count}', count.toLocaleString(language))
}

/** Opens a page in an open dashboard, or in a new one. */
async function open(to: string): Promise<void> {
  const [shown] = await windows()
  if (shown === undefined) return void (await scope.clients.openWindow(`${app}${to}`))
  await shown.focus()
  shown.postMessage({ to: `/${to}` })
}
