import { newId } from '@posthorn/contracts'
import { acrossWorkspaces, countRecoveryCodes, membershipsOf, type Person } from '../../accounts/person.sql.ts'
import type { GatewayRuntime } from '../../deps.ts'
import type { Exchange } from '../../rest/exchange.ts'
import { addSession, findSession, renewSession, type Session } from './session.sql.ts'
import { browserCookie, browserMarkOf, csrfOf, newToken, sessionCookie, sessionTokenOf, tokenHashOf } from './token.ts'

const agentCharactersMax = 300

/** Scope of the cookie that identifies a known browser. The cookie is signed, so it can't be forged. */
const browserScope = (person: string) => `browser of ${person}`

/** Returns the session of the request's cookie, unless it has ended. It may still be waiting for a code. */
export async function sessionOf(runtime: GatewayRuntime, exchange: Exchange): Promise<Session | undefined> {
  const token = sessionTokenOf(exchange)
  if (token === undefined) return undefined
  return acrossWorkspaces(runtime, (em) => findSession(em, tokenHashOf(token)))
}

/** Opens a session and sets its cookie. If the person has a second factor, the session waits for a code. */
export async function openSession(runtime: GatewayRuntime, exchange: Exchange, person: Person): Promise<Session> {
  const token = newToken()
  const tokenHash = tokenHashOf(token)
  const session = {
    tokenHash,
    id: newId('ses'),
    person: person.id,
    awaitsCode: person.hasSecondFactor,
    address: exchange.address,
    agent: String(exchange.req.headers['user-agent'] ?? '').slice(0, agentCharactersMax),
  }
  const opened = await acrossWorkspaces(runtime, async (em) => {
    await addSession(em, session)
    return findSession(em, tokenHash)
  })
  exchange.res.appendHeader('Set-Cookie', sessionCookie(exchange, token))
  if (!isKnownBrowser(runtime, exchange, person.id)) {
    const browserMark = runtime.vault.sign(newToken(), browserScope(person.id))
    exchange.res.appendHeader('Set-Cookie', browserCookie(exchange, browserMark))
  }
  return opened as Session
}

/** Gives a session a new token after the person has authenticated again. A copy of the old token stops working. */
export async function renew(
  runtime: GatewayRuntime,
  exchange: Exchange,
  { id }: Pick<Session, 'id'>,
): Promise<Session> {
  const token = newToken()
  const tokenHash = tokenHashOf(token)
  const renewed = await acrossWorkspaces(runtime, async (em) => {
    await renewSession(em, id, tokenHash)
    return findSession(em, tokenHash)
  })
  exchange.res.appendHeader('Set-Cookie', sessionCookie(exchange, token))
  return renewed as Session
}

/** Whether this person has signed in with this browser before. If so, attempts of strangers do not count against them. */
export function isKnownBrowser({ vault }: GatewayRuntime, exchange: Exchange, person: string): boolean {
  const browserMark = browserMarkOf(exchange)
  return browserMark !== undefined && vault.verify(browserMark, browserScope(person)) !== null
}

/** Returns the session details that a page shows: the person, their workspaces, and the value of the `Csrf` header. */
export async function accountOf(runtime: GatewayRuntime, session: Session): Promise<Record<string, unknown>> {
  const { id, email, name, hasSecondFactor, isOperator, isProven, getsDigest } = session.person
  const [memberships, codesLeft] = await acrossWorkspaces(runtime, (em) =>
    Promise.all([membershipsOf(em, id), countRecoveryCodes(em, id)]),
  )
  return {
    person: {
      id,
      email,
      name,
      twoFactor: hasSecondFactor,
      codesLeft,
      operator: isOperator,
      proven: isProven,
      digest: getsDigest,
    },
    csrf: csrfOf(runtime.vault, session.id),
    workspaces: memberships.map(({ workspace, workspaceName, role, member }) => ({
      id: workspace,
      name: workspaceName,
      role,
      member,
    })),
    signedInAt: session.createdAt,
    confirmedAt: session.confirmedAt,
    endsAt: session.endsAt,
  }
}
