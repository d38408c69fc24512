import { randomUUID } from 'node:crypto'
import { type IncomingHttpHeaders, request } from 'node:http'
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

/** Creates a workspace and signs up its owner, whose browser is then signed in. */
export async function newOwner(system: RunningSystem, name: string): Promise<Owner> {
  const { workspace, token } = await system.asOperator(async ({ clients: { gateway }, operator }) => {
    const { id } = await gateway.workspaces.create.mutate({ name }, operator)
    return { workspace: id, ...(await gateway.people.welcome.mutate({ workspace: id }, operator)) }
  })
  const browser = new Browser(system)
  const email = `${randomUUID()}@shop.example.com`
  const body = { token, name: 'Ada', email, password: ownPassword }
  const answer = await browser.send('POST /app/auth/welcome', { body })
  if (answer.status !== 201) throw new Error(`the first owner was refused: ${answer.status} ${answer.body.errorCode}`)
  return { browser, email, workspace }
}
