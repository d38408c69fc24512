import type { IncomingMessage, ServerResponse } from 'node:http'
import { hasBody, readBody } from '@posthorn/chassis'
import { email, fail, invalidRequest, text } from '@posthorn/contracts'
import { z } from 'zod'
import {
  acrossWorkspaces,
  changeAcrossWorkspaces,
  endSecondFactor,
  lockAddress,
  proveAddress,
  setPassword,
} from '../../accounts/person.sql.ts'
import { pushHandlers } from '../../accounts/push/handlers.ts'
import type { GatewayRuntime } from '../../deps.ts'
import { chooseDigest, post } from '../../mail/outbox.sql.ts'
import type { Exchange } from '../../rest/exchange.ts'
import { parseBody } from '../../rest/request/body.ts'
import { oidcHandlers } from '../oidc/handlers.ts'
import {
  demandSession,
  handler,
  nextStep,
  nothing,
  type PageAnswer,
  pageEndpoint,
  password,
  type SignInHandler,
  token,
} from '../sessions/endpoint.ts'
import { accountOf, endSession, endSessions, listSessions, recordSession } from '../sessions/session.sql.ts'
import { endedCookie, isReadMethod, refuseOtherPages, tokenHashOf } from '../sessions/token.ts'
import { join } from './join.ts'
import { refuseWeak } from './passwords.ts'
import { countAskedMail, countConfirmMail, countLinkTry, findLink, useConfirmLink, useResetLink } from './prove.sql.ts'
import { beginAs, secondFactorHandlers, signInHandlers } from './sign-in.ts'

/**
 * Shows what a link is for, before the person uses it. Of the person, it reveals only the address, which the link's creator knows. The token
 * is in a body, because URLs end up in logs.
 */
const view = handler({
  line: 'POST links',
  needs: 'none',
  fields: z.strictObject({ token }),
  async run({ runtime, input }) {
    const found = await acrossWorkspaces(runtime, (em) => findLink(em, tokenHashOf(input.token)))
    const { kind, workspace: id, workspaceName, email, role, expiresAt } = found ?? fail('link:invalid')
    const workspace = id === null ? null : { id, name: workspaceName ?? '' }
    return { status: 200, body: { kind, workspace, email, role, expiresAt } }
  },
})

/** Uses a link to join a workspace, and signs the person in. If only the sign-in fails, the person signs in as usual: the link is used up. */
const welcome = handler({
  line: 'POST welcome',
  needs: 'none',
  fields: z.strictObject({
    token,
    password,
    name: text(1, 100).optional(),
    email: email.optional(),
    workspaceName: text(1, 100).optional(),
  }),
  async run({ runtime, exchange, input }) {
    const { person, workspace } = await join(runtime, exchange, input)
    const entered = await beginAs(runtime, exchange, person)
      .then((session) => nextStep(runtime, session))
      .catch((err: unknown) => {
        runtime.log.warn({ requestId: exchange.requestId, err }, 'sign_in.not_begun')
        return { next: 'sign-in' }
      })
    return { status: 201, body: { workspace, ...entered } }
  },
})

/** Uses a link to set a new password, and ends all sessions of the person: someone else may have opened them. */
const reset = handler({
  line: 'POST reset',
  needs: 'none',
  fields: z.strictObject({ token, password }),
  async run({ runtime, exchange, input }) {
    await countLinkTry(runtime, exchange)
    const tokenHash = tokenHashOf(input.token)
    const link = await acrossWorkspaces(runtime, (em) => findLink(em, tokenHash))
    if (link?.kind !== 'reset' || link.person === null || link.email === null) return fail('link:invalid')
    const { person, email: address, endsSecondFactor, isMailed } = link
    refuseWeak(input.password, [address])
    const hash = await runtime.deps.passwords.hash(input.password)
    await changeAcrossWorkspaces(runtime, async (tx) => {
      const { em } = tx
      await lockAddress(em, address)
      if (!(await useResetLink(em, tokenHash))) fail('link:invalid')
      await setPassword(em, person, hash)
      // Someone else may have confirmed the address in the meantime. The password is set anyway.
      if (isMailed) await proveAddress(em, { id: person })
      await endSessions(em, person, null)
      await recordSession(tx, exchange, { operation: 'password.changed', person })
      if (!endsSecondFactor) return
      await endSecondFactor(em, person)
      await recordSession(tx, exchange, { operation: 'secondFactor.ended', person })
    })
    return { status: 200, body: { next: 'sign-in' } }
  },
})

const onItsWay: PageAnswer = { status: 202, body: { next: 'mail' } }

/** Fails if the installation sends no mail. */
function refuseWithoutMail({ deps }: GatewayRuntime): void {
  if (!deps.mailer) fail('route:not_found', { message: 'This installation sends no mail; ask an operator for a link.' })
}

/** Mails a link to set a new password. The response is the same for unknown addresses, so that it reveals no accounts. */
const forgot = handler({
  line: 'POST forgot',
  needs: 'none',
  fields: z.strictObject({ email }),
  async run({ runtime, exchange, input }) {
    refuseWithoutMail(runtime)
    await countAskedMail(runtime, exchange, input.email)
    await changeAcrossWorkspaces(runtime, (tx) => post(tx, runtime, { kind: 'reset', email: input.email }))
    return onItsWay
  },
})

/** Mails the person a new link to confirm their address, in place of the earlier one. */
const sendAgain = handler({
  line: 'POST address/send',
  needs: 'open',
  fields: nothing,
  async run({ runtime, session: { person } }) {
    refuseWithoutMail(runtime)
    await changeAcrossWorkspaces(runtime, async (tx) => {
      const { allowed, retryAfterSeconds } = await countConfirmMail(tx.em, runtime, person.email)
      if (!allowed) fail('rate:limited', { retryAfter: retryAfterSeconds })
      await post(tx, runtime, { kind: 'confirmation', person: person.id })
    })
    return onItsWay
  },
})

/** Confirms the address with a mailed link, in a session: a mailbox's owner must not confirm someone else's account that uses their address. */
const confirm = handler({
  line: 'POST address/confirm',
  needs: 'open',
  fields: z.strictObject({ token }),
  async run({ runtime, input, session }) {
    const { person } = session
    const body = await changeAcrossWorkspaces(runtime, async ({ em }) => {
      await lockAddress(em, person.email)
      if (!(await useConfirmLink(em, { person: person.id, tokenHash: tokenHashOf(input.token) }))) fail('link:invalid')
      if (!(await proveAddress(em, person))) fail('person:duplicate')
      return accountOf(em, runtime, { ...session, person: { ...person, isProven: true } })
    })
    return { status: 200, body }
  },
})

/** Turns the daily mail on or off. */
const digest = handler({
  line: 'POST digest',
  needs: 'open',
  fields: z.strictObject({ daily: z.boolean() }),
  async run({ runtime, input: { daily }, session }) {
    refuseWithoutMail(runtime)
    const { person } = session
    const body = await changeAcrossWorkspaces(runtime, async ({ em }) => {
      await chooseDigest(em, person.id, daily)
      return accountOf(em, runtime, { ...session, person: { ...person, getsDigest: daily } })
    })
    return { status: 200, body }
  },
})

/** Lists the person's open sessions, so that they can end those they do not know. */
const list = handler({
  line: 'GET sessions',
  needs: 'open',
  fields: nothing,
  async run({ runtime, session }) {
    const sessions = await acrossWorkspaces(runtime, (em) => listSessions(em, session.person.id))
    return { status: 200, body: sessions.map((listed) => ({ ...listed, current: listed.id === session.id })) }
  },
})

/** Ends one of the person's sessions. */
const end = handler({
  line: 'DELETE sessions/{id}',
  needs: 'open',
  fields: z.strictObject({ id: z.string().max(100) }),
  async run({ runtime, exchange, input, session }) {
    const { id: person } = session.person
    await changeAcrossWorkspaces(runtime, async (tx) => {
      const isEnded = await endSession(tx.em, person, input.id)
      if (!isEnded) fail('route:not_found', { message: 'There is no such session; it may have ended.' })
      await recordSession(tx, exchange, { operation: 'session.ended', person, session: input.id })
    })
    return { status: 204 }
  },
})

/** Ends all of the person's sessions, this one included. */
const endAll = handler({
  line: 'DELETE sessions',
  needs: 'open',
  fields: nothing,
  async run({ runtime, exchange, session }) {
    const { id: person } = session.person
    await changeAcrossWorkspaces(runtime, async (tx) => {
      await endSessions(tx.em, person, null)
      await recordSession(tx, exchange, { operation: 'session.ended', person })
    })
    exchange.res.appendHeader('Set-Cookie', endedCookie(exchange))
    return { status: 204 }
  },
})

/** Path prefix of all sign-in requests. */
export const signInPath = '/app/auth/'

const bodyBytesMax = 16 * 1024
const ownHandlers = [view, welcome, reset, forgot, sendAgain, confirm, digest, list, end, endAll]
const handlers = [...ownHandlers, ...signInHandlers, ...secondFactorHandlers, ...pushHandlers, ...oidcHandlers]

/** Creates the endpoint of this server's pages for signing in and a person's account: mailed links, sessions, second factors, push. */
export function signInEndpoint(runtime: GatewayRuntime): (req: IncomingMessage, res: ServerResponse) => Promise<void> {
  return pageEndpoint(runtime, 'sign_in', (exchange) => serve(runtime, exchange))
}

/** Serves a sign-in request: finds its handler, checks where it comes from and its session, and validates its fields. */
async function serve(runtime: GatewayRuntime, exchange: Exchange): Promise<PageAnswer> {
  const { handler, parameters } = findHandler(exchange)
  refuseOtherPages(exchange)
  const session = handler.needs === 'none' ? undefined : await demandSession(runtime, exchange, handler.needs)
  const { req } = exchange
  const posted = !isReadMethod(req.method) && hasBody(req) ? parseBody(req, await readBody(exchange, bodyBytesMax)) : {}
  const given = { ...posted, ...parameters }
  const parsed = handler.fields.safeParse(given)
  if (!parsed.success) throw invalidRequest(parsed.error, { known: Object.keys(handler.fields.shape), given })
  return handler.run({ runtime, exchange, input: parsed.data, session })
}

/** Finds the handler of a request's method and path, with the values of the path's parameters. */
function findHandler({ req, path }: Exchange): { handler: SignInHandler; parameters: Record<string, string> } {
  const segments = path.slice(signInPath.length).split('/')
  const onPath = handlers.flatMap((handler) => {
    const [method = '', template = ''] = handler.line.split(' ')
    const parameters = parametersIn(template.split('/'), segments)
    return parameters ? [{ handler, parameters, method }] : []
  })
  const match = onPath.find(({ method }) => method === req.method)
  if (match) return match
  if (onPath.length === 0) return fail('route:not_found')
  return fail('route:method_not_allowed', { allow: onPath.map(({ method }) => method) })
}

/** Returns the values of a path template's parameters such as `{id}`; null if the path does not match the template. */
function parametersIn(template: string[], segments: string[]): Record<string, string> | null {
  if (template.length !== segments.length) return null
  const parameters: Record<string, string> = {}
  for (const [i, part] of template.entries()) {
    if (part.startsWith('{')) parameters[part.slice(1, -1)] = segments[i] ?? ''
    else if (part !== segments[i]) return null
  }
  return parameters
}
