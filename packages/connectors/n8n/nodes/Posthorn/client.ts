import { choicesOf, type ListName, Posthorn } from '@posthorn/connectors'
import type {
  IHttpRequestMethods,
  IHttpRequestOptions,
  ILoadOptionsFunctions,
  INodePropertyOptions,
} from 'n8n-workflow'

/** Returns the function that n8n calls to load a list of choices. */
function choicesFor(list: ListName) {
  return async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
    const client = await clientOf(this as unknown as RequestContext)
    const choices = await choicesOf(client, list)
    return choices.map(({ label, value }) => ({ name: label, value }))
  }
}

export const loadOptions = {
  channels: choicesFor('channels'),
  groups: choicesFor('groups'),
  labels: choicesFor('labels'),
  members: choicesFor('members'),
  numbers: choicesFor('numbers'),
  segments: choicesFor('segments'),
  templates: choicesFor('templates'),
} satisfies Record<ListName, unknown>

const credentialName = 'posthornApi'

export type RequestContext = {
  getCredentials(name: string): Promise<{ url: string; token: string; ignoreTls?: boolean }>
  helpers: {
    httpRequestWithAuthentication(this: never, credential: string, options: IHttpRequestOptions): Promise<unknown>
  }
}

type FullAnswer = { body: unknown; headers: Record<string, string | string[] | undefined>; statusCode: number }

/** Returns a client that sends through n8n, so that n8n's proxy and credential apply. */
export async function clientOf(context: RequestContext): Promise<Posthorn> {
  const { url, token, ignoreTls } = await context.getCredentials(credentialName)
  const request = async (input: string, init: RequestInit): Promise<Response> => {
    const options = { ...(await optionsOf(input, init)), skipSslCertificateValidation: ignoreTls === true }
    const send = context.helpers.httpRequestWithAuthentication as (
      this: unknown,
      credential: string,
      options: IHttpRequestOptions,
    ) => Promise<unknown>
    return responseOf((await send.call(context, credentialName, options)) as FullAnswer)
  }
  const fetchThroughN8n = ((input: string, init: RequestInit = {}) => request(input, init)) as typeof fetch
  return new Posthorn({ url: url.trim(), token, fetch: fetchThroughN8n })
}

/** Returns the options for a request that n8n sends. The runtime's `Response` encodes forms. */
async function optionsOf(
  url: string,
  { method = 'GET', headers, body, signal }: RequestInit,
): Promise<IHttpRequestOptions> {
  const encoded = body === undefined || body === null ? undefined : new Response(body)
  const type = encoded?.headers.get('content-type')
  const requestHeaders = Object.fromEntries(new Headers(headers).entries())
  return {
    url,
    method: method as IHttpRequestMethods,
    headers: { ...(type ? { 'content-type': type } : {}), ...requestHeaders },
    ...(encoded && { body: Buffer.from(await encoded.arrayBuffer()) }),
    ...(signal && { abortSignal: signal }),
    encoding: 'arraybuffer',
    json: false,
    returnFullResponse: true,
    ignoreHttpStatusErrors: true,
    disableFollowRedirect: true,
  }
}

/** Converts a response of n8n to one that the client reads. A `Response` with one of these statuses cannot have a body. */
function responseOf({ body, headers, statusCode }: FullAnswer): Response {
  const fields = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : String(value)]],
  )
  const isEmpty = statusCode === 204 || statusCode === 304
  return new Response(isEmpty ? null : responseBodyOf(body), { status: statusCode, headers: fields })
}

/** Returns the body for a `Response`. Versions of n8n pass bytes, a text or parsed JSON, whatever encoding was requested. */
function responseBodyOf(body: unknown): Uint8Array<ArrayBuffer> | string {
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  if (ArrayBuffer.isView(body))
    return new Uint8Array(Buffer.from(body.buffer as ArrayBuffer, body.byteOffset, body.byteLength))
  return typeof body === 'string' ? body : JSON.stringify(body ?? '')
}
