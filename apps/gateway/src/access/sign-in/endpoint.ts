import type { IncomingMessage, ServerResponse } from 'node:http'
import { hasBody, readBody } from '@posthorn/chassis'
import { fail, invalidRequest } from '@posthorn/contracts'
import { z } from 'zod'
import { acrossWorkspaces } from '../../accounts/people/person.sql.ts'
import { pushHandlers } from '../../accounts/push/handlers.ts'
import type { GatewayRuntime } from '../../deps.ts'
import type { Exchange } from '../../rest/exchange.ts'
import { parseBody } from '../../rest/request/body.ts'
import { oidcHandlers } from '../oidc/handlers.ts'
import { demandSession, type PageAnswer, pageEndpoint } from '../sessions/endpoint.ts'
import { isReading, refuseOtherPages } from '../sessions/same-origin.ts'
import { endSession, endSessions, listSessions } from '../sessions/session.sql.ts'
import { endedCookie } from '../sessions/token.ts'
import { handler, nothing, recordSession, type SignInHandler } from './handler.ts'
import { linkHandlers, mailHandlers } from './link-handlers.ts'
import { secondFactorHandlers } from './second-factor.ts'
import { signInHandlers } from './sign-in.ts'

const list = handler({
  line: 'GET sessions',
  needs: 'open',
  fields: nothing,
  async run({ runtime, session }) {
    const open = await acrossWorkspaces(runtime, (em) => listSessions(em, session.person.id))
    return { status: 200, body: open.map((each) => ({ ...each, current: each.id === session.id })) }
  },
})

const end = handler({
  line: 'DELETE sessions/{id}',
  needs: 'open',
  fields: z.strictObject({ id: z.string().max(100) }),
  async run({ runtime, exchange, input, session }) {
    const { id: person } = session.person
    const isEnded = await acrossWorkspaces(runtime, (em) => endSession(em, person, input.id))
    if (!isEnded) fail('route:not_found', { message: 'There is no such session; it may have ended.' })
    await recordSession(runtime, exchange, { operation: 'session.ended', person, session: input.id })
    return { status: 204 }
  },
})

const endAll = handler({
  line: 'DELETE sessions',
  needs: 'open',
  fields: nothing,
  async run({ runtime, exchange, session }) {
    const { id: person } = session.person
    await acrossWorkspaces(runtime, (em) => endSessions(em, person, null))
    await recordSession(runtime, exchange, { operation: 'session.ended', person })
    exchange.res.appendHeader('Set-Cookie', endedCookie(exchange))
    return { status: 204 }
  },
})

const ownSessionHandlers: readonly SignInHandler[] = [list, end, endAll]

/** Path prefix of all sign-in requests. */
export const signInPath = '/app/auth/'

const bodyBytesMax = 16 * 1024
const handlers = [
  ...signInHandlers,
  ...secondFactorHandlers,
  ...linkHandlers,
  ...mailHandlers,
  ...ownSessionHandlers,
  ...pushHandlers,
  ...oidcHandlers,
]

/** Creates the endpoint for signing in and out. Only this server's pages call it. */
export function signInEndpoint(runtime: GatewayRuntime): (req: IncomingMessage, res: ServerResponse) => Promise<void> {
  return pageEndpoint(runtime, 'sign_in', (exchange) => serve(runtime, exchange))
}

async function serve(runtime: GatewayRuntime, exchange: Exchange): Promise<PageAnswer> {
  const { handler, parameters } = find(exchange)
  refuseOtherPages(exchange)
  const session = handler.needs === 'none' ? undefined : await demandSession(runtime, exchange, handler.needs)
  const { req } = exchange
  const posted = !isReading(req.method) && hasBody(req) ? parseBody(req, await readBody(exchange, bodyBytesMax)) : {}
  const given = { ...posted, ...parameters }
  const parsed = handler.fields.safeParse(given)
  if (!parsed.success) throw invalidRequest(parsed.error, { known: Object.keys(handler.fields.shape), given })
  return handler.run({ runtime, exchange, input: parsed.data, session })
}

function find({ req, path }: Exchange): { handler: SignInHandler; parameters: Record<string, string> } {
  const segments = path.slice(signInPath.length).split('/')
  const onPath = handlers.flatMap((handler) => {
    const [method = '', template = ''] = handler.line.split(' ')
    const parameters = matched(template.split('/'), segments)
    return parameters ? [{ handler, parameters, method }] : []
  })
  const found = onPath.find(({ method }) => method === req.method)
  if (found) return found
  if (onPath.length === 0) return fail('route:not_found')
  return fail('route:method_not_allowed', { allow: onPath.map(({ method }) => method) })
}

function matched(template: string[], segments: string[]): Record<string, string> | null {
  if (template.length !== segments.length) return null
  const parameters: Record<string, string> = {}
  for (const [i, part] of template.entries()) {
    if (part.startsWith('{')) parameters[part.slice(1, -1)] = segments[i] ?? ''
    else if (part !== segments[i]) return null
  }
  return parameters
}
