import { type MountedCaller, webhooks } from '@posthorn/contracts'
import type { GraphAnswer, GraphRequest } from './call.ts'
import { refuse, refuseObject } from './fault.ts'
import { fieldsOf, textOf } from './fields.ts'
import { forward } from './forward.ts'
import { ownerOfMedia } from './ids.ts'
import { findNumbers, type GraphNumber, type NumberCache } from './numbers.ts'
import { deleteMedia, describeMedia, downloadMedia, uploadMedia } from './media.ts'
import { postMessage } from './messages.ts'

/** This API's id as an app, which subscriptions and tokens contain. */
const app = { id: '767283450077', name: 'Posthorn' }

const permissions = ['whatsapp_business_management', 'whatsapp_business_messaging']

/** Returns the app that gets an account's updates. It is subscribed as long as the number is connected. */
function listSubscribedApps({ base }: GraphRequest): object {
  return { data: [{ whatsapp_business_api_data: { ...app, link: base } }] }
}

/** Returns what is known about a key. */
function debugToken(request: GraphRequest, { key }: MountedCaller): object {
  const token = request.query.get('input_token') ?? refuse(100, 'The parameter input_token is required.')
  if (token !== request.key)
    return {
      data: {
        is_valid: false,
        scopes: [],
        error: { code: 190, message: 'Only the key of the request is known here.' },
      },
    }
  return {
    data: {
      app_id: app.id,
      application: app.name,
      type: 'SYSTEM_USER',
      expires_at: 0,
      data_access_expires_at: 0,
      is_valid: true,
      scopes: permissions,
      granular_scopes: permissions.map((scope) => ({ scope })),
      user_id: key,
    },
  }
}

const ok = (body: unknown): GraphAnswer => ({ status: 200, body })

/** Responds to a program that uses the provider's API. Fails with a `GraphFault`, or an operation's error. */
export async function serveGraph(request: GraphRequest, call: MountedCaller, cache: NumberCache): Promise<GraphAnswer> {
  const { method, path } = request
  const [object = '', edge] = path
  if (object === 'debug_token' && edge === undefined) return ok(debugToken(request, call))
  if (object === 'download' && path.length === 2) return downloadMedia(call, edge ?? '')
  if (path.length === 1 && ownerOfMedia(object) !== undefined) return serveMedia(request, call, object)
  if (!/^\d{1,64}$/.test(object)) return refuse(100, 'Unknown path components.', { code: 2500 })
  const owners = await findNumbers(
    cache,
    call,
    (number) => number.phoneNumberId === object || number.businessAccountId === object,
  )
  const [number] = owners
  if (number === undefined) return serveTemplate(request, call, cache)
  if (number.phoneNumberId === object) {
    if (edge === 'messages')
      return method === 'POST' ? ok(await postMessage(call, number, await request.body())) : refuseObject(object, method)
    if (edge === 'media') return method === 'POST' ? ok(await uploadMedia(request, call)) : refuseObject(object, method)
  } else if (edge === 'subscribed_apps') return serveSubscribedApps(request, call, owners)
  if (edge === undefined && method !== 'GET') return refuseObject(object, method)
  const answer = await forward(request, call, number)
  return edge === 'phone_numbers' ? onlyNumbers(answer, owners) : answer
}

/** Leaves the caller's numbers in a list of an account's. */
function onlyNumbers(answer: GraphAnswer, owned: readonly GraphNumber[]): GraphAnswer {
  if ('file' in answer) return answer
  const { data } = Object(answer.body) as { data?: unknown }
  if (!Array.isArray(data)) return answer
  const ids = owned.map(({ phoneNumberId }) => phoneNumberId)
  const shown = data.filter((each: unknown) => ids.includes(String((Object(each) as { id?: unknown }).id)))
  return { ...answer, body: { ...(answer.body as object), data: shown } }
}

async function serveMedia(request: GraphRequest, call: MountedCaller, id: string): Promise<GraphAnswer> {
  if (request.method === 'GET') return ok(await describeMedia(request, call, id))
  if (request.method === 'DELETE') return ok(await deleteMedia(call, id))
  return refuseObject(id, request.method)
}

/** Serves an id that is neither a number's nor an account's: a template of one of the accounts. */
async function serveTemplate(request: GraphRequest, call: MountedCaller, cache: NumberCache): Promise<GraphAnswer> {
  const { method, path } = request
  const [object = ''] = path
  if (path.length > 1 || method === 'DELETE') return refuseObject(object, method)
  const accounts = new Map<string, GraphNumber>()
  for (const number of await findNumbers(cache, call, ({ businessAccountId }) => businessAccountId !== null))
    accounts.set(number.businessAccountId ?? '', number)
  for (const number of accounts.values()) {
    const answer = await forward(request, call, number).catch(noTemplate)
    if (answer !== undefined) return answer
  }
  return refuseObject(object, method)
}

function noTemplate(err: unknown): undefined {
  if ((err as { code?: unknown }).code !== 'template:not_found') throw err
}

async function serveSubscribedApps(
  request: GraphRequest,
  call: MountedCaller,
  owned: readonly GraphNumber[],
): Promise<GraphAnswer> {
  const { method, path } = request
  if (method === 'GET') return ok(listSubscribedApps(request))
  if (method !== 'POST') return refuseObject(path[0] ?? '', method)
  const body = fieldsOf(await request.body(), 'body')
  const url = textOf(body['override_callback_uri'], 'override_callback_uri')
  const verifyToken = textOf(body['verify_token'], 'verify_token') ?? ''
  // Updates of a connected number always arrive; webhooks decide where they go.
  if (url !== undefined) await subscribe(call, owned, { url, verifyToken })
  return ok({ success: true })
}

/** Creates a webhook for each number of an account that has none. */
async function subscribe(
  { ask }: MountedCaller,
  owned: readonly GraphNumber[],
  to: { url: string; verifyToken: string },
): Promise<void> {
  for (const { id } of owned)
    await ask(webhooks.webhooks.create, { ...to, events: ['messages'], format: 'graph', number: id }).catch(
      (err: unknown) => {
        if ((err as { code?: unknown }).code !== 'webhook:duplicate') throw err
      },
    )
}
