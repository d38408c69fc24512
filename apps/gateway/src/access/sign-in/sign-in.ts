import { createHmac, randomBytes } from 'node:crypto'
import { email, fail, failField } from '@posthorn/contracts'
import { z } from 'zod'
import {
  acrossWorkspaces,
  beginSecondFactor,
  changeAcrossWorkspaces,
  endSecondFactor,
  lockAddress,
  type Person,
  setPassword,
  useRecoveryCode,
  useStep,
} from '../../accounts/person.sql.ts'
import { keepSubscription } from '../../accounts/push/push.sql.ts'
import type { GatewayRuntime } from '../../deps.ts'
import type { Exchange } from '../../rest/exchange.ts'
import { code, handler, nextStep, nothing, password, type SignInHandler } from '../sessions/endpoint.ts'
import {
  accountOf,
  announceEnded,
  endSession,
  endSessions,
  openSession,
  recordBegun,
  recordSession,
  renew,
  type Session,
  sessionOf,
} from '../sessions/session.sql.ts'
import { endedCookie, tokenHashOf } from '../sessions/token.ts'
import { refuseWeak } from './passwords.ts'
import { clearCodeTries, countCodeTry, provePerson } from './prove.sql.ts'

const recoveryCodes = 10
const recoveryBytes = 8

/** Returns the vault purpose for a person's authenticator secret. It contains the id, so that the secret cannot be used for anyone else. */
export const secondFactorPurpose = (person: string): string => `second factor of ${person}`

/** Creates a recovery code: groups of four digits, so that people can copy it from paper. */
const newRecoveryCode = () =>
  randomBytes(recoveryBytes)
    .toString('hex')
    .replace(/(.{4})(?=.)/g, '$1-')

/** Returns a code without spaces and hyphens, which people type to read it more easily. */
const plainCode = (entered: string) => entered.replaceAll(/[\s-]/g, '').toLowerCase()

/** Uses up a code. Fails unless it is a current one of the app, later than the last one used, or a recovery code. */
async function useCode(
  em: Parameters<typeof useStep>[0],
  { vault }: GatewayRuntime,
  { id, secondFactor }: Person,
  entered: string,
): Promise<void> {
  const plain = plainCode(entered)
  const secret = secondFactor && vault.open(secondFactor, secondFactorPurpose(id))
  const step = secret ? stepOfCode(secret, plain, Date.now()) : undefined
  const isRight = step === undefined ? await useRecoveryCode(em, id, tokenHashOf(plain)) : await useStep(em, id, step)
  if (!isRight) fail('code:refused')
}

/** Completes a sign-in with a code. The code is used up only if the session opens. */
const enterCode = handler({
  line: 'POST code',
  needs: 'code',
  fields: z.strictObject({ code }),
  async run({ runtime, exchange, input, session }) {
    const { person } = session
    await countCodeTry(runtime, person.id)
    const account = await renew(runtime, exchange, async (tx) => {
      await useCode(tx.em, runtime, person, input.code)
      await clearCodeTries(tx.em, runtime, person.id)
      await recordBegun(tx, exchange, session)
    })
    return { status: 200, body: { next: 'done', ...account } }
  },
})

/** Fails because a second factor is active, which a new secret would replace. */
const refuseInForce = (): never => fail('request:invalid', { message: 'The second factor is in force; end it first.' })

/** Vault purpose for a secret that a session was offered. No other session can accept it. */
const offerPurpose = (session: Session) => `second factor offered in ${session.id}`

/**
 * Creates a secret for an authenticator app. It counts only after `begin` has checked a code from the app. The page sends back the `offer`,
 * so that a page opened twice can't turn on a secret that it didn't show.
 */
const offer = handler({
  line: 'POST two-factor',
  needs: 'open',
  fields: z.strictObject({ password }),
  async run({ runtime, exchange, input, session }) {
    await proveAgain(runtime, exchange, session, input.password)
    const { email, hasSecondFactor } = session.person
    if (hasSecondFactor) refuseInForce()
    const secret = newTotpSecret()
    const offer = runtime.vault.seal(secret, offerPurpose(session))
    return { status: 200, body: { secret, uri: totpUri(secret, email), offer } }
  },
})

/** Turns the second factor on with a code from the app, returns recovery codes, and ends the sessions that don't have it. */
const begin = handler({
  line: 'POST two-factor/confirm',
  needs: 'open',
  fields: z.strictObject({ code, offer: z.string().max(1_000) }),
  async run({ runtime, exchange, input, session }) {
    const { id: person } = session.person
    const secret = offeredSecret(runtime, session, input.offer)
    const step = stepOfCode(secret, plainCode(input.code), Date.now()) ?? fail('code:refused')
    const codes = Array.from({ length: recoveryCodes }, newRecoveryCode)
    const codeHashes = codes.map((each) => tokenHashOf(plainCode(each)))
    const sealed = runtime.vault.seal(secret, secondFactorPurpose(person))
    const account = await renew(runtime, exchange, async (tx) => {
      if (!(await beginSecondFactor(tx.em, person, { sealed, step, codeHashes }))) refuseInForce()
      await endSessions(tx.em, person, session.id)
      await recordSession(tx, exchange, { operation: 'secondFactor.began', person })
    })
    return { status: 200, body: { codes, ...account } }
  },
})

/** Returns the secret that this session was offered. */
function offeredSecret({ vault }: GatewayRuntime, session: Session, offer: string): string {
  try {
    return vault.open(offer, offerPurpose(session))
  } catch {
    return failField('offer', 'is not from this session; ask for a new one')
  }
}

/** Turns the second factor off. */
const end = handler({
  line: 'DELETE two-factor',
  needs: 'open',
  fields: z.strictObject({ password }),
  async run({ runtime, exchange, input, session }) {
    await proveAgain(runtime, exchange, session, input.password)
    const { id: person } = session.person
    const account = await renew(runtime, exchange, async (tx) => {
      await endSecondFactor(tx.em, person)
      await recordSession(tx, exchange, { operation: 'secondFactor.ended', person })
    })
    return { status: 200, body: account }
  },
})

export const secondFactorHandlers: readonly SignInHandler[] = [enterCode, offer, begin, end]

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const secretBytes = 20
const stepSeconds = 30
const digits = 6
/** Number of time steps accepted before and after the current one, to allow for clock differences. */
const slackSteps = 1

/** Creates an authenticator secret in base32 (RFC 4648). */
export function newTotpSecret(): string {
  let bits = ''
  for (const byte of randomBytes(secretBytes)) bits += byte.toString(2).padStart(8, '0')
  return (bits.match(/.{5}/g) ?? []).map((five) => alphabet.charAt(Number.parseInt(five, 2))).join('')
}

/** Decodes a base32 secret to the key of its codes. */
function bytesOf(secret: string): Buffer {
  const bits = Array.from(secret, (char) => alphabet.indexOf(char).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** Returns the time step for a time in milliseconds. */
export function totpStep(timeMs: number): number {
  return Math.floor(timeMs / 1_000 / stepSeconds)
}

/** Returns the code for a time step (RFC 6238, SHA-1, six digits). */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  const value = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff
  return String(value % 10 ** digits).padStart(digits, '0')
}

/** Returns the time step near the given time that has this code; undefined if there is none. */
export function stepOfCode(secret: string, code: string, nearMs: number): number | undefined {
  const now = totpStep(nearMs)
  const near = [0, -slackSteps, slackSteps].map((by) => now + by)
  return near.find((step) => totpCode(secret, step) === code)
}

/** Returns the URI to show to an authenticator app as a QR code. */
function totpUri(secret: string, email: string): string {
  return `otpauth://totp/Posthorn:${encodeURIComponent(email)}?secret=${secret}&issuer=Posthorn`
}

/** Signs in with address and password. */
const signIn = handler({
  line: 'POST sign-in',
  needs: 'none',
  fields: z.strictObject({ email, password }),
  async run({ runtime, exchange, input }) {
    const session = await beginAs(runtime, exchange, await provePerson(runtime, exchange, input))
    return { status: 200, body: await nextStep(runtime, session) }
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
  if (earlier.person.id === person.id) await acrossWorkspaces(runtime, (em) => keepSubscription(em, earlier.id, id))
  await changeAcrossWorkspaces(runtime, async (tx) => {
    await endSession(tx.em, earlier.person.id, earlier.id)
    await announceEnded(tx, earlier.person.id)
  })
}

/** Ends the browser's session. */
const signOut = handler({
  line: 'POST sign-out',
  needs: 'open',
  fields: nothing,
  async run({ runtime, exchange, session }) {
    const { id: person } = session.person
    await changeAcrossWorkspaces(runtime, async (tx) => {
      if (await endSession(tx.em, person, session.id))
        await recordSession(tx, exchange, { operation: 'session.ended', person, session: session.id })
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
  run: async ({ runtime, session }) => ({
    status: 200,
    body: await acrossWorkspaces(runtime, (em) => accountOf(em, runtime, session)),
  }),
})

/** Checks the password again, to prove that the person who signed in is still using the session. */
async function proveAgain(runtime: GatewayRuntime, exchange: Exchange, session: Session, given: string): Promise<void> {
  const { id: person, email: address } = session.person
  await provePerson(runtime, exchange, { email: address, password: given, person })
}

/** Confirms the password again, which allows sensitive operations for a while. */
const confirm = handler({
  line: 'POST confirm',
  needs: 'open',
  fields: z.strictObject({ password }),
  async run({ runtime, exchange, input, session }) {
    await proveAgain(runtime, exchange, session, input.password)
    return { status: 200, body: await renew(runtime, exchange) }
  },
})

/** Changes the password, and ends the other sessions: someone who knew the old password may have opened them. */
const changePassword = handler({
  line: 'POST password',
  needs: 'open',
  fields: z.strictObject({ current: password, password }),
  async run({ runtime, exchange, input, session }) {
    await proveAgain(runtime, exchange, session, input.current)
    const { id, name, email: address } = session.person
    refuseWeak(input.password, [name, address])
    const hash = await runtime.deps.passwords.hash(input.password)
    const account = await renew(runtime, exchange, async (tx) => {
      await lockAddress(tx.em, address)
      await setPassword(tx.em, id, hash)
      await endSessions(tx.em, id, session.id)
      await recordSession(tx, exchange, { operation: 'password.changed', person: id })
    })
    return { status: 200, body: account }
  },
})

export const signInHandlers: readonly SignInHandler[] = [signIn, signOut, show, confirm, changePassword]
