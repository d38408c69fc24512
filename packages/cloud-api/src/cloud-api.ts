import { type MountedApi, type MountedRequest, messaging } from '@posthorn/contracts'
import { errorBody, graphErrorOf, refuse } from './fault.ts'
import type { NumberCache } from './numbers.ts'
import { type GraphRequest, serveGraph } from './serve.ts'

const prefix = '/graph'
const fileBytesMax = messaging.files.create.upload?.bytesMax ?? 0
const cache: NumberCache = new Map()

/** The provider's own API, which the gateway serves as an additional API. */
export const cloudApi: MountedApi = {
  prefix,
  async respond(request, call) {
    const read = readRequest(request)
    if (read === undefined) return refuse(104, 'An access token is required to request this resource.')
    return serveGraph(read, await call.admit({ key: read.key, template: prefix }), cache)
  },
  refuse(fault, { requestId }) {
    const error = graphErrorOf(fault)
    const headers = {
      ...(error.retryAfter === undefined ? {} : { 'Retry-After': String(error.retryAfter) }),
      ...(error.status === 401 ? { 'WWW-Authenticate': 'OAuth "Facebook Platform" "invalid_token"' } : {}),
    }
    return { status: error.status, headers, body: errorBody(error, requestId) }
  },
}

/** Returns a request's key, version and path. Undefined without a key, which may be in a header or in the query. */
function readRequest(request: MountedRequest): GraphRequest | undefined {
  const { method, headers, publicUrl, base } = request
  const query = new URLSearchParams(request.query)
  const keyOfQuery = query.get('access_token') ?? undefined
  query.delete('access_token')
  const key = /^(?:Bearer|OAuth) +(\S.*)$/i.exec(headers.authorization?.toString() ?? '')?.[1]?.trim() ?? keyOfQuery
  if (key === undefined) return undefined
  const [, version = '', rest = ''] = /^(?:\/(v\d+(?:\.\d+)?)(?=\/|$))?\/?(.*)$/.exec(request.path) ?? []
  return {
    method,
    path: rest.split('/').filter(Boolean).map(decoded),
    query,
    base: [`${publicUrl}${base}`, version].filter(Boolean).join('/'),
    key,
    keyOfQuery,
    body: async () => (await request.json()) ?? {},
    openFile: () => request.file(fileBytesMax),
  }
}

/** Decodes a segment of the path. One that can't be decoded matches nothing, so it stays as it is. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
