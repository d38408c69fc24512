import { setTimeout as wait } from 'node:timers/promises'
import {
  type Id,
  type InputOf,
  type MountedCaller,
  type MountedFile,
  type MountedResponse,
  type Mutation,
  messaging,
  numbers,
  type OutputOf,
  providerEdges,
  webhooks,
} from '@posthorn/contracts'
import { fieldsOf, refuse, refuseObject, textOf } from './fault.ts'
import { mediaIdOf, ownerOfMedia } from './ids.ts'
import { postMessage } from './messages.ts'
import { findNumbers, type GraphNumber, type NumberCache } from './numbers.ts'

export type GraphRequest = {
  method: string
  path: readonly string[]
  query: URLSearchParams
  /** URL of this API with the requested version, for links in responses. */
  base: string
  key: string
  /** The key, if it is in the query. Links to other pages then include it, as the provider's do. */
  keyOfQuery: string | undefined
  /** Reads the JSON body. Returns an empty object if there is none. */
  body(): Promise<unknown>
  openFile(): Promise<MountedFile>
}

type GraphAnswer = MountedResponse

/** Query parameters that concern only this API. */
const ownParameters = ['access_token', 'appsecret_proof']

/** Forwards a request about a number, its account or a template to the provider, with the number's token. */
async function forward(request: GraphRequest, call: MountedCaller, number: GraphNumber): Promise<GraphAnswer> {
  const { method, path, query } = request
  const [object = '', edge, item] = path
  if (path.length > 3 || (edge !== undefined && !(providerEdges as readonly string[]).includes(edge)))
    return refuseObject(object, method)
  const parameters = [...query].filter(([name]) => !ownParameters.includes(name))
  const place = {
    id: number.id,
    object,
    ...(edge === undefined ? {} : { edge: edge as NonNullable<InputOf<typeof numbers.provider.read>['edge']> }),
    ...(item === undefined ? {} : { item }),
    ...(parameters.length === 0 ? {} : { query: Object.fromEntries(parameters) }),
  }
  if (method === 'GET') return withOwnLinks(request, await call.ask(numbers.provider.read, place))
  if (method !== 'POST' && method !== 'DELETE') return refuseObject(object, method)
  const body = await request.body()
  const hasBody = Object.keys(Object(body) as object).length > 0
  const change = { ...place, method, ...(hasBody || method === 'POST' ? { body: body as never } : {}) } as const
  return withOwnLinks(request, await call.ask(numbers.provider.change, change))
}

/** Returns a response whose page links point to this API: a program would follow them to the provider, which doesn't know its key. */
function withOwnLinks(request: GraphRequest, { status, body }: { status: number; body: unknown }): GraphAnswer {
  const { paging } = Object(body) as { paging?: Record<string, unknown> }
  if (paging === undefined) return { status, body }
  const moved = Object.fromEntries(
    Object.entries(paging).map(([name, value]) => [
      name,
      typeof value === 'string' ? movedLink(request, value) : value,
    ]),
  )
  return { status, body: { ...(body as object), paging: moved } }
}

/** Returns the provider's link to another page as a link to this API. */
function movedLink({ base, path, keyOfQuery }: GraphRequest, link: string): string {
  if (!URL.canParse(link)) return link
  const parameters = new URL(link).searchParams
  for (const name of ownParameters) parameters.delete(name)
  // A program that sends its key in the query follows such a link without adding the key.
  if (keyOfQuery !== undefined) parameters.set('access_token', keyOfQuery)
  return `${base}/${path.join('/')}?${parameters.toString()}`
}

type StoredFile = OutputOf<typeof messaging.files.get>

/** How long to wait for received media. Media is downloaded within seconds, but a program may request it immediately. */
const fetchedWithinMs = 15_000
const pauseMs = 250

/** Stores an uploaded file, and returns a media id for it, as the provider would. */
async function uploadMedia(request: GraphRequest, call: MountedCaller): Promise<object> {
  const { bytes, filename, texts } = await request.openFile()
  const fields = async () => {
    const product = (await texts()).find(([name]) => name === 'messaging_product')?.[1]
    if (product !== 'whatsapp') refuse(100, 'The parameter messaging_product is required: whatsapp.')
    return filename ? { filename } : {}
  }
  const stored = (await call.upload(messaging.files.create as unknown as Mutation, { bytes, fields })) as StoredFile
  return { id: mediaIdOf(stored.id as Id<'file'>) }
}

/** Returns the stored file for a media id. For a received message, waits up to 15 s for the download. */
async function fileOf({ ask }: MountedCaller, mediaId: string, method: string): Promise<StoredFile> {
  const owner = ownerOfMedia(mediaId) ?? refuseObject(mediaId, method)
  if (owner.startsWith('file_')) return ask(messaging.files.get, { id: owner })
  for (const untilMs = Date.now() + fetchedWithinMs; ; await wait(pauseMs)) {
    const { media } = await ask(messaging.messages.get, { id: owner })
    if (media?.file) return ask(messaging.files.get, { id: media.file })
    if (media === undefined) return refuseObject(mediaId, method)
    if (media.error !== null || Date.now() > untilMs)
      return refuse(131000, media.error ?? 'The media are not fetched yet; try again in a moment.')
  }
}

/** Describes media, with the URL for its download. */
async function describeMedia(request: GraphRequest, call: MountedCaller, id: string): Promise<object> {
  const file = await fileOf(call, id, request.method)
  return {
    messaging_product: 'whatsapp',
    url: `${request.base}/download/${id}`,
    mime_type: file.mime,
    sha256: file.sha256,
    file_size: String(file.size),
    id,
  }
}

async function downloadMedia({ method }: GraphRequest, call: MountedCaller, mediaId: string): Promise<GraphAnswer> {
  if (method !== 'GET' && method !== 'HEAD') return refuseObject(mediaId, method)
  const { id } = await fileOf(call, mediaId, method)
  return { file: { read: (offset) => call.ask(messaging.files.download, { id, offset }) } }
}

async function deleteMedia(call: MountedCaller, id: string): Promise<object> {
  const file = await fileOf(call, id, 'delete')
  await call.ask(messaging.files.remove, { id: file.id })
  return { success: true }
}

/** This API's id as an app, as shown in subscriptions and tokens. */
const app = { id: '767283450077', name: 'Posthorn' }

const permissions = ['whatsapp_business_management', 'whatsapp_business_messaging']

/** Lists this API as the account's only app, because a connected number's updates always arrive here. */
function listSubscribedApps({ base }: GraphRequest): object {
  return { data: [{ whatsapp_business_api_data: { ...app, link: base } }] }
}

/** Describes a key as the provider describes a token. Only the request's own key can be described. */
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

/**
 * Responds to a program that uses the provider's API. What the provider refuses is returned with its status; what we refuse is thrown, as a
 * `GraphFault`, an operation's error, or a fault of the request's body.
 */
export async function serveGraph(request: GraphRequest, call: MountedCaller, cache: NumberCache): Promise<GraphAnswer> {
  const { method, path } = request
  const [object = '', edge] = path
  if (object === 'debug_token' && edge === undefined) return ok(debugToken(request, call))
  if (object === 'download' && path.length === 2) return downloadMedia(request, call, edge ?? '')
  if (path.length === 1 && ownerOfMedia(object) !== undefined) return serveMedia(request, call, object)
  if (!/^\d{1,64}$/.test(object)) return refuse(2500, 'Unknown path components.')
  const owners = await findNumbers(
    cache,
    call,
    (number) => number.phoneNumberId === object || number.businessAccountId === object,
  )
  const [number] = owners
  if (number === undefined) return serveTemplate(request, call, cache)
  if (number.phoneNumberId === object) {
    if (edge === 'messages')
      return method === 'POST'
        ? ok(await postMessage(call, number, await request.body()))
        : refuseObject(object, method)
    if (edge === 'media') return method === 'POST' ? ok(await uploadMedia(request, call)) : refuseObject(object, method)
  } else if (edge === 'subscribed_apps') return serveSubscribedApps(request, call, owners)
  if (edge === undefined && method !== 'GET') return refuseObject(object, method)
  const answer = await forward(request, call, number)
  const hasNumbers = number.phoneNumberId !== object && (edge === undefined || edge === 'phone_numbers')
  return hasNumbers ? onlyNumbers(answer, owners) : answer
}

/**
 * Limits an account's numbers, in their list or as a field of the account, to those that the caller may use. The number's token lists all of
 * the account.
 */
function onlyNumbers(answer: GraphAnswer, owned: readonly GraphNumber[]): GraphAnswer {
  if ('file' in answer) return answer
  const ids = owned.map(({ phoneNumberId }) => phoneNumberId)
  const limited = (list: unknown) => {
    const { data } = Object(list) as { data?: unknown }
    if (!Array.isArray(data)) return list
    return {
      ...(list as object),
      data: data.filter((each: unknown) => ids.includes(String((Object(each) as { id?: unknown }).id))),
    }
  }
  const { phone_numbers: field } = Object(answer.body) as { phone_numbers?: unknown }
  return {
    ...answer,
    body: field === undefined ? limited(answer.body) : { ...(answer.body as object), phone_numbers: limited(field) },
  }
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

/** Ignores that an account has no such template, so that the search can continue with the next account. */
function noTemplate(err: unknown): undefined {
  if ((err as { code?: unknown }).code !== 'template:not_found') throw err
}

/** Serves an account's subscriptions. A callback URL in the request becomes a webhook for each of its numbers. */
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
  // A connected number's updates always arrive. Webhooks decide where they go.
  if (url !== undefined) await subscribe(call, owned, { url, verifyToken })
  return ok({ success: true })
}

/** Creates a webhook for each number of an account, unless it already exists. */
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
