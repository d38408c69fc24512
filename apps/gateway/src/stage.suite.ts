import { randomBytes } from 'node:crypto'
import { contactsService } from '@posthorn/contacts/service'
import { startTestService, type TestService } from '@posthorn/testkit'
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
  return {
    gateway,
    contacts,
    get url() {
      return gateway.service.edgeUrl ?? ''
    },
    operator,
    ask: (path, ask) => request(`${gateway.service.edgeUrl}${path}`, ask),
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
