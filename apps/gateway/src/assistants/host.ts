import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hadNoEffect } from '@posthorn/client'
import { Fault } from '@posthorn/contracts'
import type { AssistantHost, Page, ToolCall, ToolChoice } from '@posthorn/mcp'
import type { Caller } from '../access/auth/keyring.ts'
import type { GatewayConfig } from '../config.ts'
import { atFirstCall } from '../pages/docs/first-call.ts'
import { callOptionsOf } from '../rest/call.ts'
import { type Dispatch, faultBehind } from '../rest/dispatch.ts'
import type { Exchange } from '../rest/exchange.ts'
import type { Route } from '../rest/route.ts'

/** A request's caller and choice of tools, and the parts of the gateway behind them. */
export type HostParts = {
  caller: Caller
  choice: ToolChoice
  config: GatewayConfig
  routes: readonly Route[]
  /** Operation that records tool calls. */
  record: Dispatch
}

/** Creates an assistant's host. Its tools call services like the REST API, with the key's identity, scopes and numbers. */
export function hostOf(exchange: Exchange, { caller, choice, config, routes, record }: HostParts): AssistantHost {
  const faulty = (err: unknown) => {
    throw faultBehind(err)
  }
  const identity = { ...callOptionsOf(exchange, { caller, idempotencyKey: undefined }), scopes: ['operator' as const] }
  // The gateway records this by itself, under a scope that no key has.
  const note = (call: ToolCall, released = false) =>
    record({ ...call, recipientsMax: config.ASSISTANT_RECIPIENTS_DAY_MAX, released }, identity).catch(faulty)
  return {
    scopes: caller.scopes,
    choice,
    recipientsMax: config.ASSISTANT_RECIPIENTS_CALL_MAX,
    pages: readGuides,
    async record(call) {
      await note(call)
    },
    async release(call, error) {
      if (error instanceof Fault && hadNoEffect(error)) await note(call, true)
    },
    call(operation, input, idempotencyKey) {
      const route = routes.find((each) => each.operation === operation)
      if (route === undefined) throw new Error('the operation of a tool has no route')
      return route.dispatch(input, callOptionsOf(exchange, { caller, idempotencyKey })).catch(faulty)
    },
  }
}

/** Reads the documentation's guides once, for assistants. */
const readGuides: () => Promise<Page[]> = atFirstCall(readAll)

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
