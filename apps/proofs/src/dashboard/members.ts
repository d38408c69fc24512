import { randomUUID } from 'node:crypto'
import type { Id } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import { openPatiently, patienceMs, type WatchedPage, wide } from '@posthorn/testkit/browser'
import type { RunningSystem } from '@posthorn/testkit/system'

type BrowserAnswer = { status: number; body: { errorCode?: string; csrf?: string; next?: string } }

/** A request from a browser. `headers` override the defaults. */
type Sent = { body?: object; headers?: Record<string, string> }

/** Sends the headers and cookies that a browser sends from the system's pages, where a check needs no page and a real one would be slow. */
export class Browser {
  readonly cookies = new Map<string, string>()
  csrf = ''
  readonly #url: string

  constructor({ url }: Pick<RunningSystem, 'url'>) {
    this.#url = url
  }

  /** Sends a request such as `POST /app/auth/sign-in`, stores the cookies it gets, and returns the response. */
  async send(line: string, { body, headers = {} }: Sent = {}): Promise<BrowserAnswer> {
    const [method = '', path = ''] = line.split(' ')
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const sent = {
      'Sec-Fetch-Site': 'same-origin',
      ...(cookie ? { Cookie: cookie } : {}),
      ...(this.csrf ? { Csrf: this.csrf } : {}),
      ...(body ? { 'Content-Type': 'application/json' } : {}),
      ...headers,
    }
    const request = { method, headers: sent, ...(body && { body: JSON.stringify(body) }) }
    const answer = await fetch(`${this.#url}${path}`, request)
    for (const each of answer.headers.getSetCookie()) this.#keep(each)
    const isJson = answer.headers.get('content-type')?.includes('json')
    // An event stream never ends.
    if (!isJson) await answer.body?.cancel()
    const json = (isJson ? await answer.json() : {}) as BrowserAnswer['body']
    if (json.csrf !== undefined) this.csrf = json.csrf
    return { status: answer.status, body: json }
  }

  /** Keeps a cookie as a browser would. An empty value deletes it, which is how signing out works. */
  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (value === '') this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}

export const ownPassword = 'a parcel on its way'

type Owner = { browser: Browser; email: string }

/** Signs up the owner of a workspace that has none, whose browser is then signed in. */
export async function signUp(system: RunningSystem, workspace: string): Promise<Owner> {
  const { token } = await system.asOperator(({ clients: { gateway }, operator }) =>
    gateway.people.welcome.mutate({ workspace: workspace as Id<'ws'> }, operator),
  )
  const [browser, email] = [new Browser(system), `${randomUUID()}@shop.example.com`]
  await join(browser, { token, name: 'Ada Lovelace', email })
  return { browser, email }
}

/** Returns the paths, below the workspace's, of the screens that need no object except the account's number. */
export const screensOf = ({ account }: Pick<RunningSystem, 'account'>): string[] => [
  'notifications',
  'contacts',
  'contacts?open=new',
  'new-conversation',
  'segments',
  'segments?open=new',
  'imports',
  'imports?open=new',
  'replies',
  'broadcasts',
  'groups',
  'groups?open=new',
  'templates',
  'templates?open=new',
  'numbers',
  'numbers/waiting',
  'numbers/connect',
  `numbers/${account.number}`,
  `numbers/${account.number}/queue`,
  `numbers/${account.number}/profile`,
  `numbers/${account.number}/settings`,
  'reports',
  'developer/webhooks',
  'developer/webhooks?open=new',
  'developer/webhooks/program',
  'developer/events',
  'developer/keys',
  'developer/keys?open=new',
  'settings/workspace',
  'settings/labels',
  'settings/automations',
  'settings/automations/new',
  'settings/team',
  'settings/audit',
  'me',
]

type Members = readonly [owner: string, agent: string]

export type Page = WatchedPage['page']

const known = new WeakMap<RunningSystem, Promise<Members>>()

/** Returns the email addresses of the workspace's owner and agent, created once per system, because checks share a system. */
export function membersOf(system: RunningSystem): Promise<Members> {
  const members = known.get(system) ?? newMembers(system)
  known.set(system, members)
  return members
}

/** Signs up the owner and an agent, whom the owner invites. */
async function newMembers(system: RunningSystem): Promise<Members> {
  const { workspace } = system.account
  const { browser, email: owner } = await signUp(system, workspace)
  const agent = `${randomUUID()}@shop.example.com`
  const invited = await browser.send('POST /v1/invitations', {
    body: { email: agent, role: 'agent' },
    headers: { Workspace: workspace },
  })
  const { link = '' } = invited.body as { link?: string }
  await join(new Browser(system), { token: link.split('#')[1] ?? '', name: 'Grace Hopper' })
  return [owner, agent]
}

/** Sets name and password of the person whom the token invites. */
async function join(browser: Browser, fields: { token: string | null; name: string; email?: string }): Promise<void> {
  const { status, body } = await browser.send('POST /app/auth/welcome', { body: { ...fields, password: ownPassword } })
  if (status !== 201) throw new Error(`${fields.name} was refused: ${status} ${body.errorCode}`)
}

/** Submits the sign-in form. `next`: the address that a sign-in link asks to continue with. */
export async function enter(page: Page, email: string, next?: string): Promise<void> {
  await page.goto(next === undefined ? '/app/sign-in' : `/app/sign-in?${new URLSearchParams({ next }).toString()}`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(ownPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Signs in as a member, by default the owner, in a new browser context, and waits for the list of chats. */
export async function openInbox(system: RunningSystem, memberEmail?: string): Promise<WatchedPage> {
  const email = memberEmail ?? (await membersOf(system))[0]
  const watched = await openPatiently(system, wide)
  const { page } = watched
  await enter(page, email)
  await page.waitForURL((url) => url.pathname.includes('/inbox/'))
  await page.locator('[data-rows]').waitFor()
  return watched
}

/** Resolves once a screen other than the inbox has loaded and shows its title. */
export async function isShown(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
}

/** Returns the chat's row in the list, found by its link. */
export const chatRows = (page: Page, chatId: string) => page.locator(`[data-rows] a[href*="${chatId}"]`)

/** Sends a message from a customer to the first number. Retries with one key, because a lost response must not make them write twice. */
export async function writeAsCustomer(system: RunningSystem, from: string, text: string): Promise<void> {
  const opts = { body: { message: { from, text } }, idempotencyKey: randomUUID() }
  const isTaken = () => system.ok('POST', `/v1/numbers/${system.account.number}/simulate`, opts).then(() => true)
  await until(isTaken, { timeoutMs: patienceMs, describe: 'the text of a customer to be taken' })
}

/** Sends a message from a customer. Returns the id of the chat. */
export async function chatOf(system: RunningSystem, phone: string): Promise<string> {
  await writeAsCustomer(system, phone, 'Hello')
  return findChat(system, phone)
}

/** Waits for the chat of a customer who has written, found by name or phone number. Returns its id. */
export function findChat(system: RunningSystem, customer: string): Promise<string> {
  const found = async () =>
    (await system.ok<{ id: string }[]>('GET', `/v1/chats?search=${encodeURIComponent(customer)}`))[0]?.id
  return until(found, { timeoutMs: patienceMs, describe: `the chat of ${customer}` })
}

/** Waits until the page's status matches: it begins with `Live`, or with `As of` while the page has no connection. */
export const showsStatus = (page: Page, text: RegExp): Promise<void> =>
  page.getByRole('status').filter({ hasText: text }).waitFor()

/** Selects the text field, not the hidden one that measures its height. */
export const field = 'textarea:not([aria-hidden])'

/** Focuses the reply (`r`) or note (`n`) field of the open chat. */
export async function focusField(page: Page, fieldKey: 'r' | 'n'): Promise<void> {
  const focused = page.locator('textarea:focus')
  const label = fieldKey === 'r' ? /^Reply…/ : /^Write a note/
  const isThere = async () => {
    if ((await focused.count()) === 0) await page.keyboard.press(fieldKey)
    else if (label.test((await focused.getAttribute('aria-label')) ?? '')) return true
    else await page.keyboard.press('Escape')
    return false
  }
  await page.keyboard.press('Escape')
  await until(isThere, { timeoutMs: patienceMs, describe: `the field behind the key ${fieldKey}` })
}
