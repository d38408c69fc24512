import { randomBytes } from 'node:crypto'
import { contactsService } from '@posthorn/contacts/service'
import { startTestService, type TestService } from '@posthorn/testkit'
import { type AnswerChecker, answerChecker } from '@posthorn/testkit/openapi'
import { gatewayService } from './service.ts'

/** What a request brings beside its path. */
export type Ask = {
  method?: string
  token?: string
  headers?: Record<string, string>
  /** Sent as JSON. */
  json?: unknown
  /** Sent as it is. */
  body?: string | Uint8Array
}

/** An answer with its body read. */
export type Answer = { status: number; headers: Headers; text: string; json: Record<string, unknown> & unknown[] }

/** The gateway and the contacts service, started for real, and a caller before their public door. */
export type Stage = AsyncDisposable & {
  gateway: TestService
  contacts: TestService
  url: string
  ask(path: string, ask?: Ask): Promise<Answer>
  /** A workspace with a key: what they are called, and the key's text. */
  tenant(scopes?: ('read' | 'send' | 'manage')[]): Promise<{ workspace: string; keyId: string; token: string }>
  /** Options of an operator's call. */
  operator(): { context: Record<string, unknown> }
}

/** Credential the test kit's services take. */
export const credential = 'test:test-credential-of-at-least-32-characters'

/** A bus that no other stage is on. */
export function randomBusName(): string {
  return `t_${randomBytes(6).toString('hex')}`
}

/** Starts both; `env` is the gateway's. */
export async function startStage(env: Record<string, string> = {}, busName = randomBusName()): Promise<Stage> {
  const contacts = await startTestService(contactsService)
  const gateway = await startTestService(gatewayService, {
    busName,
    env: {
      PORT: '0',
      SERVICE_WAIT_MS: '0',
      CREDENTIAL: credential,
      CONTACTS_URL: contacts.service.url,
      MESSAGING_URL: contacts.service.url,
      NUMBERS_URL: 'http://127.0.0.1:9',
      WEBHOOKS_URL: 'http://127.0.0.1:9',
      GROUPS_URL: 'http://127.0.0.1:9',
      ...env,
    },
  })
  const operator = () => gateway.clients.calling({ workspace: null, scopes: ['operator'] })
  const accounts = () => gateway.clients.gateway
  let checker: Promise<AnswerChecker> | undefined
  return {
    gateway,
    contacts,
    get url() {
      return gateway.service.edgeUrl ?? ''
    },
    operator,
    async ask(path, ask) {
      const answer = await request(`${gateway.service.edgeUrl}${path}`, ask)
      const method = ask?.method ?? (ask?.json === undefined && ask?.body === undefined ? 'GET' : 'POST')
      if (!isDescribed(method, path)) return answer
      checker ??= request(`${gateway.service.edgeUrl}/v1/openapi.json`).then(({ json }) => answerChecker(json))
      const { status, headers, text, json } = answer
      const isJson = headers.get('content-type')?.startsWith('application/json')
      const faults = (await checker)(method, path, { status, headers, body: isJson ? json : text })
      if (faults.length > 0)
        throw new Error(`${method} ${path} is not answered as documented: ${faults.join('; ')}: ${text}`)
      return answer
    },
    async tenant(scopes = ['read', 'send', 'manage']) {
      const { id: workspace } = await accounts().workspaces.create.mutate({ name: 'Shop' }, operator())
      const { id: keyId, key: token } = await accounts().keys.create.mutate(
        { workspace, name: 'shop', scopes },
        operator(),
      )
      return { workspace, keyId, token }
    },
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]()
      await contacts[Symbol.asyncDispose]()
    },
  }
}

/** Whether the OpenAPI document says what the answer looks like: not that of itself, nor that of methods HTTP brings along. */
function isDescribed(method: string, path: string): boolean {
  return (
    path.startsWith('/v1/') && !path.startsWith('/v1/openapi.json') && !['HEAD', 'OPTIONS', 'TRACE'].includes(method)
  )
}

/** One HTTP request; a body that is not JSON leaves `json` empty. */
export async function request(url: string, ask: Ask = {}): Promise<Answer> {
  const body = ask.json === undefined ? ask.body : JSON.stringify(ask.json)
  const response = await fetch(url, {
    method: ask.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(ask.token === undefined ? {} : { Token: ask.token }),
      ...(ask.json === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...ask.headers,
    },
    ...(body === undefined ? {} : { body: body as string }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: parsed(text) as Answer['json'] }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
