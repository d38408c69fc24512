import './theme/components.ts'
import './theme/base.css'
import { createRoot, type Root } from 'react-dom/client'
import { expect, vi } from 'vitest'
import { queryClient } from './api/api.ts'
import type { SignedIn } from './api/auth.ts'
import { App } from './app.tsx'
import { loadKept, removeKept } from './outbox/kept.ts'
import { router } from './routes.tsx'
import type { Me } from './session/session.ts'
import { applyDensity } from './theme/theme.ts'
import { loadWords } from './words/load.ts'

export type Asked = { method: string; path: string; search: URLSearchParams; body: unknown; key: string | null }

/** API responses by method and path. A function receives the request. */
export type Answers = Record<string, unknown>

const workspace = 'wsp_1'
const member = 'mem_1'

export const account: SignedIn = {
  person: {
    id: 'per_1',
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    twoFactor: false,
    codesLeft: 0,
    proven: true,
    digest: false,
  },
  csrf: 'csrf',
  workspaces: [{ id: workspace, name: 'Umbrellas', role: 'owner', member }],
  confirmedAt: '2026-11-27T10:00:00.000Z',
}

const me: Omit<Me, 'may'> = {
  workspace: { id: workspace, name: 'Umbrellas' },
  member: { id: member, name: 'Ada Lovelace', email: 'ada@example.com', role: 'owner', numbers: null },
}

/** A number that can send, with the fields that screens read. */
const number = {
  id: 'num_1',
  name: 'Shop',
  phone: '+15550001',
  status: 'active',
  session: { status: 'online' },
  default: true,
  queue: null,
}

/** A JSON response. Without a value, an empty response with status 204. */
export const json = (value: unknown, status = 200) =>
  new Response(value === undefined ? null : JSON.stringify(value), {
    status: value === undefined ? 204 : status,
    headers: { 'Content-Type': 'application/json' },
  })

/** The API's response to an invalid field. */
export const refusal = (path: string, message: string) =>
  json(
    {
      status: 400,
      errorCode: 'request:invalid',
      message: 'Some fields are not valid; correct the fields in errors.',
      errors: [{ path, code: 'invalid', message }],
    },
    400,
  )

/** The API behind the page: the requests that it received, and its responses, which tests can change. */
export class FakeApi {
  readonly asked: Asked[] = []
  answers: Answers

  constructor(answers: Answers) {
    this.answers = {
      'GET /app/auth/session': account,
      'GET /v1/me': { ...me, may: this.#may() },
      'GET /v1/meta/restore': { since: null, resting: [] },
      'GET /v1/workspace': { ...me.workspace, settings: { timeZone: 'UTC' } },
      'GET /v1/numbers': [number],
      'POST /v1/chats/counts': {},
      // Stays open, like the server's stream.
      'GET /v1/events/stream': () =>
        new Response(new ReadableStream({}), { headers: { 'Content-Type': 'text/event-stream' } }),
      ...answers,
    }
  }

  /** Returns the requests to a route, such as `POST /v1/messages`. */
  of(route: string): Asked[] {
    return this.asked.filter(({ method, path }) => `${method} ${path}` === route)
  }

  /** Returns the operations that the person may use: far more than exist, because names that don't exist have no effect. */
  #may(): string[] {
    const kinds = ['chats', 'contacts', 'replies', 'labels', 'segments', 'templates', 'team', 'invitations', 'keys']
    const others = [
      'webhooks',
      'groups',
      'channels',
      'posts',
      'numbers',
      'messages',
      'notes',
      'imports',
      'queues',
      'views',
      'automations',
      'departments',
      'profiles',
      'workspace',
    ]
    const verbs = [
      'list',
      'get',
      'create',
      'update',
      'updateMany',
      'remove',
      'send',
      'usage',
      'answers',
      'pause',
      'resume',
      'stop',
      'test',
      'disable',
      'rotate',
      'merge',
      'addTags',
      'optOut',
      'erase',
    ]
    return [...kinds, ...others, 'statistics'].flatMap((kind) => verbs.map((verb) => `${kind}.${verb}`))
  }

  readonly fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input, location.origin)
    const [method, path] = [init.method ?? 'GET', url.pathname]
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body
    const asked = {
      method,
      path,
      search: url.searchParams,
      body,
      key: new Headers(init.headers).get('Idempotency-Key'),
    }
    this.asked.push(asked)
    const answer = this.answers[`${method} ${path}`]
    const found: unknown = typeof answer === 'function' ? await (answer as (asked: Asked) => unknown)(asked) : answer
    if (found instanceof Response) return found
    return json(found ?? (method === 'GET' ? [] : {}))
  }
}

let mounted: Root | undefined

/** Opens the dashboard on a page, signed in as the owner. `answers` replace the usual responses of the API. */
export async function openApp(path: string, answers: Answers = {}): Promise<FakeApi> {
  mounted?.unmount()
  queryClient.clear()
  document.body.replaceChildren()
  const api = new FakeApi(answers)
  vi.stubGlobal('fetch', api.fetch)
  if (mounted === undefined) {
    // Clear what is left over from the previous test file: settings, drafts, and messages that it never sent.
    localStorage.clear()
    history.replaceState(null, '', `/app/${workspace}/${path}`)
    await Promise.all([loadWords(), loadKept().then(removeKept)])
  }
  localStorage.setItem('posthorn.signedIn', 'yes')
  const root = document.createElement('div')
  root.id = 'root'
  document.body.append(root)
  applyDensity()
  mounted = createRoot(root)
  mounted.render(<App />)
  await router.navigate({ href: `/${workspace}/${path}` })
  await expect.poll(() => router.state.resolvedLocation?.href).toBe(`/${workspace}/${path}`)
  return api
}
