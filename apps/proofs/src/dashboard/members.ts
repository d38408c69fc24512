import { randomUUID } from 'node:crypto'
import { type IncomingHttpHeaders, request } from 'node:http'
import type { Id } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import { openPatiently, patienceMs, type WatchedPage, wide } from '@posthorn/testkit/browser'
import type { RunningSystem } from '@posthorn/testkit/system'

export type BrowserAnswer = {
  status: number
  headers: IncomingHttpHeaders
  cookies: string[]
  body: { errorCode?: string; csrf?: string; next?: string }
  tookMs: number
}

/** A request from a browser. `headers` override the defaults. */
type Sent = { body?: object; headers?: Record<string, string> }

/** A browser with cookies and a source address. It sends the headers and cookies that a browser sends from the system's pages. */
export class Browser {
  readonly cookies = new Map<string, string>()
  csrf = ''
  readonly #url: string
  readonly #from: string

  constructor({ url }: Pick<RunningSystem, 'url'>, sourceAddress = '127.0.0.1') {
    this.#url = url
    this.#from = sourceAddress
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
    const options = { method, headers: sent, localAddress: this.#from }
    const answer = await answered(`${this.#url}${path}`, options, body)
    for (const line of answer.cookies) this.#keep(line)
    if (answer.body.csrf !== undefined) this.csrf = answer.body.csrf
    return answer
  }

  /** Signs in as the dashboard does. The cookies of the response are kept. */
  signIn(email: string, password: string): Promise<BrowserAnswer> {
    return this.send('POST /app/auth/sign-in', { body: { email, password } })
  }

  /** Keeps a cookie as a browser would. An empty value deletes it, which is how signing out works. */
  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (value === '') this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}

/** Sends a request over a new connection from an address of this machine. Reads only the beginning of an event stream. */
function answered(
  url: string,
  { headers, ...options }: { method: string; headers: Record<string, string>; localAddress: string },
  json?: object,
): Promise<BrowserAnswer> {
  const body = json === undefined ? undefined : JSON.stringify(json)
  // Without a length, the body of a DELETE request would be read as the next request.
  const sent = body === undefined ? headers : { ...headers, 'Content-Length': String(Buffer.byteLength(body)) }
  return new Promise((resolve, reject) => {
    const begun = performance.now()
    const call = request(url, { ...options, headers: sent, agent: false }, (answer) => {
      let text = ''
      // An event stream never ends.
      if (answer.headers['content-type']?.startsWith('text/event-stream')) answer.once('data', () => answer.destroy())
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      answer.once('close', () => {
        const isJson = answer.headers['content-type']?.includes('json') && text !== ''
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          cookies: answer.headers['set-cookie'] ?? [],
          body: isJson ? (JSON.parse(text) as BrowserAnswer['body']) : {},
          tookMs: performance.now() - begun,
        })
      })
    })
    call.once('error', reject).end(body)
  })
}

export const ownPassword = 'a parcel on its way'

type Owner = { browser: Browser; email: string; workspace: string }

/** Signs up the owner of a workspace that has none, whose browser is then signed in. */
export async function signUp(system: RunningSystem, workspace: string): Promise<Owner> {
  const { token } = await system.asOperator(({ clients: { gateway }, operator }) =>
    gateway.people.welcome.mutate({ workspace: workspace as Id<'ws'> }, operator),
  )
  const [browser, email] = [new Browser(system), `${randomUUID()}@shop.example.com`]
  await join(browser, { token, name: 'Ada Lovelace', email })
  return { browser, email, workspace }
}

/** Creates a workspace and signs up its owner. */
export async function newOwner(system: RunningSystem, name: string): Promise<Owner> {
  const { id } = await system.asOperator(({ clients: { gateway }, operator }) =>
    gateway.workspaces.create.mutate({ name }, operator),
  )
  return signUp(system, id)
}

/** Returns the paths of the screens that are not about one object of a list, below the path of the workspace. */
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

/** Returns the email addresses of the workspace's owner and agent, created once per system. */
export function membersOf(system: RunningSystem): Promise<Members> {
  const members = known.get(system) ?? newMembers(system)
  known.set(system, members)
  return members
}

/** Signs up the owner, who invites an agent. */
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

/** Signs in as a member, by default the owner, in a new browser context, and waits for the list of chats. */
export async function openInbox(system: RunningSystem, memberEmail?: string): Promise<WatchedPage> {
  const email = memberEmail ?? (await membersOf(system))[0]
  const watched = await openPatiently(system, wide)
  const { page } = watched
  await page.goto('/app/sign-in')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(ownPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
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

/** Sends a message from a customer to the first number. Retries if the system is overloaded. */
export async function writeAsCustomer(system: RunningSystem, from: string, text: string): Promise<void> {
  const body = { message: { from, text } }
  const isTaken = () => system.ok('POST', `/v1/numbers/${system.account.number}/simulate`, { body }).then(() => true)
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

/** Waits until the page shows whether it is live. */
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
