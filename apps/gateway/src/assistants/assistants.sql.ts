import { readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { McpHttpHandler } from '@modelcontextprotocol/server'
import { readBody, sql, type Tx, type Verb } from '@posthorn/chassis'
import { type CallOptions, type Clients, hadNoEffect } from '@posthorn/client'
import { type accounts, allOperations, Fault, fail } from '@posthorn/contracts'
import type { AssistantHost, Page, ToolCall, ToolChoice } from '@posthorn/mcp'
import type { AnyTRPCRouter } from '@trpc/server'
import type { Caller } from '../access/auth/keyring.ts'
import type { GatewayRuntime } from '../deps.ts'
import { atFirstCall } from '../pages/documents.ts'
import { type AdmissionOptions, authenticate } from '../rest/admission.ts'
import { type Exchange, faultBehind, openExchange, sendBytes, sendFailure, throwBehind } from '../rest/exchange.ts'
import { bodyBytesMax, parseBody, weighed } from '../rest/request/body.ts'
import { callOptionsOf, type Dispatch, dispatchLocally, type Route } from '../rest/route.ts'

/** Creates the MCP endpoint for assistants (streamable HTTP, no sessions), with the API keys and request limits of the REST API. */
export function assistantEndpoint(
  { runtime, openCounts }: AdmissionOptions,
  routes: readonly Route[],
  ownRouter: AnyTRPCRouter,
): (req: IncomingMessage, res: ServerResponse) => Promise<void> {
  const recording = allOperations().find(({ noun, verb }) => noun === 'assistants' && verb === 'record')
  if (recording === undefined) throw new Error('the contract does not record the calls of assistants')
  const parts = { runtime, routes, record: dispatchLocally(ownRouter, recording) }
  const serve = async (exchange: Exchange) => {
    if (exchange.req.method !== 'POST') fail('route:method_not_allowed', { allow: ['POST'] })
    refuseOtherOrigins(exchange)
    const caller = await authenticate(runtime, exchange)
    openCounts.enterRequest(caller, exchange.res)
    const { createMcpHandler, createAssistantServer, readToolChoice } = await assistantCode()
    const choice = readToolChoice(new URLSearchParams(exchange.query))
    if ('faults' in choice) fail('request:invalid', { errors: choice.faults })
    const handler = createMcpHandler(() => createAssistantServer(createHost(exchange, { ...parts, caller, choice })), {
      maxSubscriptions: 0,
      onerror: (err) => runtime.log.debug({ requestId: exchange.requestId, err }, 'assistant.refused'),
    })
    await respond(exchange, handler)
  }
  return async (req, res) => {
    const exchange = openExchange(req, res, runtime)
    try {
      await serve(exchange)
    } catch (err) {
      sendFailure(runtime, exchange, err, 'assistant.failed')
    }
  }
}

/** Loads what serves assistants. Loaded on demand, because it takes 5 MB and most installations have no assistants. */
const assistantCode = async () => ({
  ...(await import('@modelcontextprotocol/server')),
  ...(await import('@posthorn/mcp')),
})

/** Whether MCP defines the header. Other headers are meant for the gateway only. */
const isProtocolHeader = (name: string) => name === 'accept' || name === 'content-type' || name.startsWith('mcp-')

/** Passes a request to the MCP handler, which expects a web request. Only MCP's headers are passed on, so that it cannot see the key. */
async function respond(exchange: Exchange, handler: McpHttpHandler): Promise<void> {
  const { req } = exchange
  const body = await readBody(exchange, bodyBytesMax)
  const parsedBody = await weighed(exchange, body.length, () => parseBody(req, body))
  const given = Object.entries(req.headersDistinct).filter(([name]) => isProtocolHeader(name))
  const headers = given.map(([name, values = []]): [string, string] => [name, values.join(', ')])
  const request = new Request('http://localhost/mcp', { method: 'POST', headers })
  const response = await handler.fetch(request, { parsedBody })
  const type = response.headers.get('content-type') ?? 'application/json'
  sendBytes(exchange, response.status, { type, body: Buffer.from(await response.arrayBuffer()) })
}

/** Refuses requests from pages of other origins. Browsers always send `Origin` on these requests; programs don't. */
function refuseOtherOrigins({ req, publicUrl }: Exchange): void {
  const { origin } = req.headers
  if (origin === undefined || origin === URL.parse(publicUrl)?.origin) return
  fail('address:not_allowed', { message: 'Pages of another origin cannot call assistants; call from a program.' })
}

type HostParts = {
  caller: Caller
  choice: ToolChoice
  runtime: GatewayRuntime
  routes: readonly Route[]
  record: Dispatch
}

/**
 * Creates the host for an assistant. Its tools call services as the REST API does, with the key's identity, scopes and numbers, and count
 * toward the key's use.
 */
function createHost(exchange: Exchange, { caller, choice, runtime, routes, record }: HostParts): AssistantHost {
  const { config, deps } = runtime
  const identity = { ...callOptionsOf(exchange, { caller, idempotencyKey: undefined }), scopes: ['operator' as const] }
  // The operation requires a scope that no API key has, so only the gateway can call it.
  const note = (call: ToolCall, released = false) =>
    record({ ...call, recipientsMax: config.ASSISTANT_RECIPIENTS_DAY_MAX, released }, identity).catch(throwBehind)
  return {
    scopes: caller.scopes,
    choice,
    recipientsMax: config.ASSISTANT_RECIPIENTS_CALL_MAX,
    chatType: (id) => typeOfChat(deps.clients, id, callOptionsOf(exchange, { caller, idempotencyKey: undefined })),
    pages: readGuides,
    async record(call) {
      await note(call)
    },
    async release(call, error) {
      if (error instanceof Fault && hadNoEffect(error)) await note(call, true)
    },
    async call(operation, input, idempotencyKey) {
      const route = routes.find((each) => each.operation === operation)
      if (route === undefined) throw new Error('the operation of a tool has no route')
      const { workspace, key } = caller
      const count = (isRefused: boolean) => deps.keyUse.count({ workspace, key, operation: route.name, isRefused })
      const callOptions = callOptionsOf(exchange, { caller, idempotencyKey })
      const output = await route.dispatch(input, callOptions).catch((err: unknown) => {
        count(true)
        return throwBehind(err)
      })
      count(false)
      return output
    },
  }
}

/** Reads the type of a chat that the caller may send in, even without the scope to read. */
async function typeOfChat({ messaging, calling }: Clients, id: string, options: CallOptions) {
  const asReader = calling({ ...options, scopes: ['read'] })
  const chat = await messaging.chats.get.query({ id }, asReader).catch((err: unknown) => {
    const fault = faultBehind(err)
    if (fault.code === 'chat:not_found') return undefined
    throw fault
  })
  return chat?.type
}

/** Reads the documentation guides on the first call and caches them. */
const readGuides: () => Promise<Page[]> = atFirstCall(readAll)

/** Reads the guides from the package with the documentation. A guide's title is its first heading. */
async function readAll(): Promise<Page[]> {
  const folder = join(dirname(fileURLToPath(import.meta.resolve('@posthorn/docs/package.json'))), 'guides')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8')
      const title = /^# (.+)$/m.exec(text)?.[1] ?? name
      return { uri: `posthorn://docs/guides/${name.slice(0, -3)}`, name: title, description: `Guide: ${title}`, text }
    }),
  )
}

/**
 * Counts a tool call's recipients toward the key's daily limit and throws if the limit is exceeded. If a call had no effect, its recipients
 * are subtracted again. The call is recorded in the audit log.
 */
export const record: Verb<typeof accounts.assistants.record, GatewayRuntime> = async ({ ctx, input }) => {
  const { recipients, recipientsMax: max, dryRun, released } = input
  if (dryRun || recipients === 0) return { recipients: 0 }
  const counted = {
    workspace: ctx.workspace,
    key: ctx.call.actor.id,
    recipients: released ? -recipients : recipients,
    max,
  }
  return { recipients: (await countRecipients(ctx.em, counted)) ?? fail('assistant:recipients_exceeded') }
}

type Recipients = { workspace: string; key: string; recipients: number; max: number }

/** Adds to the key's recipients of today (UTC); a negative number subtracts. Returns the sum; undefined, with no change, beyond `max`. */
async function countRecipients(em: Tx['em'], counted: Recipients): Promise<number | undefined> {
  const { workspace, key, recipients, max } = counted
  const [row] = await sql<{ recipients: number }>(
    em,
    `insert into assistant_day as d (workspace_id, key_id, day, recipients)
     select $1::text, $2::text, (now() at time zone 'utc')::date, greatest($3::int, 0) where $3::int <= $4::int
     on conflict (workspace_id, key_id) do update set day = excluded.day,
       recipients = greatest($3::int + case when d.day = excluded.day then d.recipients else 0 end, 0)
     where $3::int + case when d.day = excluded.day then d.recipients else 0 end <= $4::int
     returning recipients`,
    [workspace, key, recipients, max],
  )
  return row?.recipients
}
