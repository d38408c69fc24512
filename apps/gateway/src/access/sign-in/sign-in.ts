import { email } from '@posthorn/contracts'
import { z } from 'zod'
import { acrossWorkspaces, type Person, setPassword } from '../../accounts/person.sql.ts'
import { keepSubscription } from '../../accounts/push/subscriptions.sql.ts'
import type { GatewayRuntime } from '../../deps.ts'
import type { Exchange } from '../../rest/exchange.ts'
import { accountOf, openSession, renew, sessionOf } from '../sessions/open.ts'
import { endSession, endSessions, type Session } from '../sessions/session.sql.ts'
import { endedCookie } from '../sessions/token.ts'
import {
  announceEnded,
  handler,
  next,
  nothing,
  password,
  recordSession,
  type SignInCall,
  type SignInHandler,
} from './handler.ts'
import { refuseWeak } from './passwords.ts'
import { provePerson } from './prove.ts'

/** Signs in with address and password. */
const signIn = handler({
  line: 'POST sign-in',
  needs: 'none',
  fields: z.strictObject({ email, password }),
  async run({ runtime, exchange, input }) {
    const session = await beginAs(runtime, exchange, await provePerson(runtime, exchange, input))
    return { status: 200, body: await next({ runtime, exchange, session }) }
  },
})

/** Opens a session for a person who has proven their identity. It replaces the browser's earlier session. */
export async function beginAs(runtime: GatewayRuntime, exchange: Exchange, person: Person): Promise<Session> {
  const earlier = await sessionOf(runtime, exchange)
  const session = await openSession(runtime, exchange, person)
  if (earlier) await replaceSession(runtime, earlier, session)
  return session
}

/** Ends the earlier session of a browser. Pushes to the browser continue if the person is the same. */
async function replaceSession(runtime: GatewayRuntime, earlier: Session, { id, person }: Session): Promise<void> {
  await acrossWorkspaces(runtime, async (em) => {
    if (earlier.person.id === person.id) await keepSubscription(em, earlier.id, id)
    await endSession(em, earlier.person.id, earlier.id)
  })
  await announceEnded(runtime, earlier.person.id)
}

/** Ends the browser's session. */
const signOut = handler({
  line: 'POST sign-out',
  needs: 'open',
  fields: nothing,
  async run({ runtime, exchange, session }) {
    await acrossWorkspaces(runtime, (em) => endSession(em, session.person.id, session.id))
    await recordSession(runtime, exchange, {
      operation: 'session.ended',
      person: session.person.id,
      session: session.id,
    })
    exchange.res.appendHeader('Set-Cookie', endedCookie(exchange))
    return { status: 204 }
  },
})

/** Returns the session and its person, when a page is loaded. */
const show = handler({
  line: 'GET session',
  needs: 'open',
  fields: nothing,
  run: async ({ runtime, session }) => ({ status: 200, body: await accountOf(runtime, session) }),
})

type Signed = Pick<SignInCall<unknown, { person: { id: string; email: string } }>, 'runtime' | 'exchange' | 'session'>

/** Checks the password again, to prove that the person who signed in is still using the session. */
export async function proveAgain({ runtime, exchange, session }: Signed, enteredPassword: string): Promise<void> {
  const { id: person, email: address } = session.person
  await provePerson(runtime, exchange, { email: address, password: enteredPassword, person })
}

/** Confirms the password again, which allows sensitive operations for a while. */
const confirm = handler({
  line: 'POST confirm',
  needs: 'open',
  fields: z.strictObject({ password }),
  async run({ runtime, exchange, input, session }) {
    await proveAgain({ runtime, exchange, session }, input.password)
    return { status: 200, body: await accountOf(runtime, await renew(runtime, exchange, session)) }
  },
})

/** Changes the password, and ends the other sessions: someone who knew the old password may have opened them. */
const changePassword = handler({
  line: 'POST password',
  needs: 'open',
  fields: z.strictObject({ current: password, password }),
  async run({ runtime, exchange, input, session }) {
    await proveAgain({ runtime, exchange, session }, input.current)
    const { id, name, email: address } = session.person
    refuseWeak(input.password, [name, address])
    const hash = await runtime.deps.passwords.hash(input.password)
    await acrossWorkspaces(runtime, async (em) => {
      await setPassword(em, id, hash)
      await endSessions(em, id, session.id)
    })
    await announceEnded(runtime, id)
    return { status: 200, body: await accountOf(runtime, await renew(runtime, exchange, session)) }
  },
})

export const signInHandlers: readonly SignInHandler[] = [signIn, signOut, show, confirm, changePassword]
