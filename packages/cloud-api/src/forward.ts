import { type MountedCaller, type InputOf, numbers, providerEdges } from '@posthorn/contracts'
import type { GraphAnswer, GraphRequest } from './call.ts'
import { refuseObject } from './fault.ts'
import type { GraphNumber } from './numbers.ts'

type Edge = InputOf<typeof numbers.provider.read>['edge']

/** Parameters that only concern this API. */
const ownParameters = ['access_token', 'appsecret_proof']

/** Forwards a request about a number, its account or a template to the provider, with the number's token. */
export async function forward(request: GraphRequest, call: MountedCaller, number: GraphNumber): Promise<GraphAnswer> {
  const { method, path, query } = request
  const [object = '', edge, item] = path
  if (path.length > 3 || (edge !== undefined && !(providerEdges as readonly string[]).includes(edge)))
    return refuseObject(object, method)
  const parameters = [...query].filter(([name]) => !ownParameters.includes(name))
  const place = {
    id: number.id,
    object,
    ...(edge === undefined ? {} : { edge: edge as NonNullable<Edge> }),
    ...(item === undefined ? {} : { item }),
    ...(parameters.length === 0 ? {} : { query: Object.fromEntries(parameters) }),
  }
  if (method === 'GET') return shown(request, await call.ask(numbers.provider.read, place))
  if (method !== 'POST' && method !== 'DELETE') return refuseObject(object, method)
  const body = await request.body()
  const hasBody = Object.keys(Object(body) as object).length > 0
  const change = { ...place, method, ...(hasBody || method === 'POST' ? { body: body as never } : {}) } as const
  return shown(request, await call.ask(numbers.provider.change, change))
}

type Paged = { paging?: Record<string, unknown> }

/** Returns a response with page links that point to this API. */
function shown(request: GraphRequest, { status, body }: { status: number; body: unknown }): GraphAnswer {
  const { paging } = Object(body) as Paged
  if (paging === undefined) return { status, body }
  const moved = Object.fromEntries(
    Object.entries(paging).map(([name, value]) => [
      name,
      typeof value === 'string' ? movedLink(request, value) : value,
    ]),
  )
  return { status, body: { ...(body as object), paging: moved } }
}

function movedLink({ base, path, keyOfQuery }: GraphRequest, link: string): string {
  if (!URL.canParse(link)) return link
  const parameters = new URL(link).searchParams
  for (const name of ownParameters) parameters.delete(name)
  // A program that sends its key in the query follows such a link without adding it.
  if (keyOfQuery !== undefined) parameters.set('access_token', keyOfQuery)
  return `${base}/${path.join('/')}?${parameters.toString()}`
}
