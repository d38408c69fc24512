import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { assertRequest, type GraphRequest } from '@posthorn/testkit/cloud-api'
import { afterEach, expect } from 'vitest'
import { type CloudProviderOptions, cloudProvider } from './cloud.ts'
import type { Provider } from './provider.ts'
import type { OutboundMessage } from './send-body.ts'

export type Captured = { method: string; url: string; authorization: string | undefined; body: Record<string, unknown> }
export type Respond = (req: IncomingMessage, res: ServerResponse) => void

export const access = { phoneNumberId: '106540352242922', accessToken: 'EAAtest' }
export const hello: OutboundMessage & { type: 'text' } = {
  to: '+4915112345678',
  type: 'text',
  text: 'Hello',
  callbackTag: 'msg_1:1',
}
export const acceptedBody = {
  messaging_product: 'whatsapp',
  contacts: [{ input: '+4915112345678', wa_id: '4915112345678' }],
  messages: [{ id: 'wamid.A' }],
}
export const closers: (() => Promise<unknown>)[] = []

/**
 * Requests from all tests. They are checked against the provider's OpenAPI document afterwards, when it doesn't matter how long that takes.
 */
const requests: GraphRequest[] = []

afterEach(async () => {
  const breaches = requests.splice(0).flatMap(breachesOf)
  for (const close of closers.splice(0).reverse()) await close()
  expect(breaches).toEqual([])
})

/** Returns how a request violates the provider's OpenAPI document. */
function breachesOf(request: GraphRequest): string[] {
  try {
    assertRequest(request)
    return []
  } catch (error) {
    return [String(error)]
  }
}

/** Creates a handler that responds with this JSON. */
export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Respond =>
  (_req, res) => {
    res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }
/** Creates a handler that responds with an error of the provider. */
export const graphError = (status: number, code: number, headers?: Record<string, string>) =>
  json(
    status,
    {
      error: {
        message: `(#${code}) Title`,
        type: 'OAuthException',
        code,
        error_data: { details: 'Details' },
        fbtrace_id: 'A',
      },
    },
    headers,
  )

/** Listens on a free port. Returns the URL. */
export async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Starts a server in place of the Graph API, and an adapter that calls it. Both close when the test ends. */
export async function startGraph(respond: Respond, options: Partial<CloudProviderOptions> = {}) {
  const captured: Captured[] = []
  const server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const { method = '', url = '' } = req
      const body = bodyOf(text)
      captured.push({ method, url, authorization: req.headers.authorization, body })
      requests.push({ method, url, body })
      respond(req, res)
    })
  })
  const baseUrl = await listening(server)
  closers.push(async () => {
    server.closeAllConnections()
    server.close()
  })
  return { baseUrl, captured, server, provider: open({ baseUrl, ...options }) }
}

/** Opens an adapter that is closed when the test ends. */
export function open(options: Partial<CloudProviderOptions> & { baseUrl: string }): Provider {
  const provider = cloudProvider({ name: 'cloud', ...options })
  closers.push(() => provider.close())
  return provider
}

/** Returns a JSON body's fields. Any other text is returned in the field `form`. */
function bodyOf(text: string): Record<string, unknown> {
  if (text === '') return {}
  return text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : { form: text }
}
