import { randomUUID } from 'node:crypto'
import { type GatewayFixture, request, type TestRequest, type TestResponse } from '../../gateway.fixture.ts'
import { totpCode, totpStep } from './sign-in.ts'

/** A test browser. Keeps cookies and the `Csrf` value, and sends the origin of its page. */
export type Browser = {
  csrf: string
  cookies: Map<string, string>
  send(path: string, sent?: TestRequest): Promise<TestResponse>
  /** Sends a request to a path below `/app/auth/`, and keeps the `Csrf` value of the response. */
  auth(line: string, json?: unknown): Promise<TestResponse>
}

/** Creates a browser without cookies. `headers`: sent with each of its requests. */
export function createBrowser({ url }: Pick<GatewayFixture, 'url'>, headers: Record<string, string> = {}): Browser {
  const browser: Browser = {
    csrf: '',
    cookies: new Map(),
    async send(path, options = {}) {
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await request(`${url}${path}`, {
        ...options,
        headers: {
          'Sec-Fetch-Site': 'same-origin',
          ...(cookie ? { Cookie: cookie } : {}),
          ...(browser.csrf ? { Csrf: browser.csrf } : {}),
          ...headers,
          ...options.headers,
        },
      })
      for (const line of answer.headers.getSetCookie()) keep(browser.cookies, line)
      const { csrf } = answer.json as { csrf?: unknown }
      if (typeof csrf === 'string') browser.csrf = csrf
      return answer
    },
    auth(line, json) {
      const [method = '', path = ''] = line.split(' ')
      return browser.send(`/app/auth/${path}`, { method, ...(json === undefined ? {} : { json }) })
    },
  }
  return browser
}

/** Stores or removes a cookie as a `Set-Cookie` header says. */
function keep(cookies: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
  if (value === '') cookies.delete(name)
  else cookies.set(name, value)
}

/** Everyone's password in these tests. */
export const password = 'a parcel on its way'

/** Turns on the second factor of a browser's person. `step`: the time step of the code that was used. */
export async function addSecondFactor(browser: Browser, entered = password) {
  const offered = await browser.auth('POST two-factor', { password: entered })
  const { secret, offer } = offered.json as Record<string, unknown> as { secret: string; offer: string }
  const step = totpStep(Date.now())
  const begun = await browser.auth('POST two-factor/confirm', { offer, code: totpCode(secret, step) })
  if (begun.status !== 200) throw new Error(`the second factor was refused: ${begun.text}`)
  return { secret, step, begun }
}

export type SignedIn = { browser: Browser; email: string; workspace: string; member: string }

/** Signs in the first owner of a workspace, by default of a new one, with an operator's link. */
export async function firstOwner(fixture: GatewayFixture, existing?: string): Promise<SignedIn> {
  const workspace = existing ?? (await fixture.tenant()).workspace
  const { token } = await fixture.gateway.clients.gateway.people.welcome.mutate({ workspace }, fixture.operator())
  const browser = createBrowser(fixture)
  const email = `${randomUUID()}@shop.example.com`
  const answer = await browser.auth('POST welcome', { token, name: 'Ada', email, password })
  if (answer.status !== 201) throw new Error(`the first owner was refused: ${answer.text}`)
  const [own] = answer.json['workspaces'] as unknown as { member: string }[]
  return { browser, email, workspace, member: own?.member ?? '' }
}
