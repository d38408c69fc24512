import { randomBytes } from 'node:crypto'
import { contactsService } from '@posthorn/contacts/service'
import type { KeyScope } from '@posthorn/contracts'
import { startTestService, type TestService } from '@posthorn/testkit'
import { type AnswerChecker, answerChecker } from '@posthorn/testkit/openapi'
import { gatewayService } from './service.ts'

export type TestRequest = {
  method?: string
  token?: string
  headers?: Record<string, string>
  json?: unknown
  /** Sent as is. */
  body?: string | Uint8Array
}

export type TestResponse = { status: number; headers: Headers; text: string; json: Record<string, unknown> & unknown[] }

/** A running gateway and contacts service, with a client for their public API. */
export type GatewayFixture = AsyncDisposable & {
  gateway: TestService
  contacts: TestService
  url: string
  send(path: string, request?: TestRequest): Promise<TestResponse>
  tenant(scopes?: KeyScope[]): Promise<{ workspace: string; keyId: string; token: string }>
  operator(): { context: Record<string, unknown> }
}

/** Credential that services accept in tests. */
export const credential = 'test:test-credential-of-at-least-32-characters'

/** Returns a new name for a bus, so that tests do not get the events of others. */
export function randomBusName(): string {
  return `t_${randomBytes(6).toString('hex')}`
}

/** Starts both services. `env` overrides gateway settings. */
export async function startGatewayFixture(
  env: Record<string, string> = {},
  busName = randomBusName(),
): Promise<GatewayFixture> {
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
    async send(path, sent) {
      const answer = await request(`${gateway.service.edgeUrl}${path}`, sent)
      const method = sent?.method ?? (sent?.json === undefined && sent?.body === undefined ? 'GET' : 'POST')
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
      const { id: keyId, key: token } = await accounts().workspaceKeys.create.mutate(
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

/** Whether the OpenAPI document describes responses to this request. The document's own path, HEAD, OPTIONS and TRACE are not described. */
function isDescribed(method: string, path: string): boolean {
  return path.startsWith('/v1/') && !path.startsWith('/v1/openapi') && !['HEAD', 'OPTIONS', 'TRACE'].includes(method)
}

/** Sends an HTTP request. `json` is empty if the response isn't JSON. */
export async function request(url: string, options: TestRequest = {}): Promise<TestResponse> {
  const body = options.json === undefined ? options.body : JSON.stringify(options.json)
  const response = await fetch(url, {
    method: options.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(options.token === undefined ? {} : { Token: options.token }),
      ...(options.json === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...options.headers,
    },
    ...(body === undefined ? {} : { body: body as string }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: parsed(text) as TestResponse['json'] }
}

/** Parses a response. Returns an empty object if it is not JSON, so that tests can read fields without a check. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
