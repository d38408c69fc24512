import { randomBytes } from 'node:crypto'
import { fail } from '@posthorn/contracts'
import { z } from 'zod'
import {
  acrossWorkspaces,
  beginSecondFactor,
  endSecondFactor,
  offerSecondFactor,
  type Person,
  useRecoveryCode,
  useStep,
} from '../../accounts/people/person.sql.ts'
import { newTotpSecret, stepOfCode, totpAddress } from '../../accounts/people/totp.ts'
import type { GatewayRuntime } from '../../deps.ts'
import { accountOf, renew } from '../sessions/open.ts'
import { endSessions } from '../sessions/session.sql.ts'
import { tokenHashOf } from '../sessions/token.ts'
import { code, password } from './fields.ts'
import { handler, type SignInHandler } from './handler.ts'
import { next } from './next.ts'
import { announceEnded } from './record.ts'
import { proveAgain } from './sign-in.ts'
import { clearCodeTries, countCodeTry } from './tries.ts'

const recoveryCodes = 10
const recoveryBytes = 8

/** Vault purpose of a person's authenticator secret. */
export function secondFactorPurpose(person: string): string {
  return `second factor of ${person}`
}

const newRecoveryCode = () =>
  randomBytes(recoveryBytes)
    .toString('hex')
    .replace(/(.{4})(?=.)/g, '$1-')

/** Refuses a code that isn't the app's next one or, where allowed, a recovery code. */
async function proveCode(
  runtime: GatewayRuntime,
  person: Person,
  given: { code: string; recovery: boolean },
): Promise<void> {
  await countCodeTry(runtime, person.id)
  const plain = given.code.replaceAll(/[\s-]/g, '').toLowerCase()
  const secret = person.secondFactor && runtime.vault.open(person.secondFactor, secondFactorPurpose(person.id))
  const step = secret ? stepOfCode(secret, plain, Date.now()) : undefined
  const isRight = await acrossWorkspaces(runtime, async (em) =>
    step === undefined
      ? given.recovery && (await useRecoveryCode(em, person.id, tokenHashOf(plain)))
      : useStep(em, person.id, step),
  )
  if (!isRight) fail('code:refused')
  await clearCodeTries(runtime, person.id)
}

const enterCode = handler({
  line: 'POST code',
  needs: 'code',
  fields: z.strictObject({ code }),
  async run({ runtime, exchange, input, session }) {
    await proveCode(runtime, session.person, { code: input.code, recovery: true })
    const opened = await renew(runtime, exchange, session)
    return { status: 200, body: await next({ runtime, exchange, session: opened }) }
  },
})

const refuseInForce = (): never => fail('request:invalid', { message: 'The second factor is in force; end it first.' })

const offer = handler({
  line: 'POST two-factor',
  needs: 'open',
  fields: z.strictObject({ password }),
  async run({ runtime, exchange, input, session }) {
    await proveAgain({ runtime, exchange, session }, input.password)
    const { id, email } = session.person
    const secret = newTotpSecret()
    const sealed = runtime.vault.seal(secret, secondFactorPurpose(id))
    const isOffered = await acrossWorkspaces(runtime, (em) => offerSecondFactor(em, id, sealed))
    if (!isOffered) refuseInForce()
    return { status: 200, body: { secret, uri: totpAddress(secret, email) } }
  },
})

const begin = handler({
  line: 'POST two-factor/confirm',
  needs: 'open',
  fields: z.strictObject({ code }),
  async run({ runtime, exchange, input, session }) {
    if (session.person.hasSecondFactor) refuseInForce()
    await proveCode(runtime, session.person, { code: input.code, recovery: false })
    const codes = Array.from({ length: recoveryCodes }, newRecoveryCode)
    const hashes = codes.map((each) => tokenHashOf(each.replaceAll('-', '')))
    await acrossWorkspaces(runtime, async (em) => {
      await beginSecondFactor(em, session.person.id, hashes)
      await endSessions(em, session.person.id, session.id)
    })
    await announceEnded(runtime, session.person.id)
    return { status: 200, body: { codes, ...(await accountOf(runtime, await renew(runtime, exchange, session))) } }
  },
})

const end = handler({
  line: 'DELETE two-factor',
  needs: 'open',
  fields: z.strictObject({ password }),
  async run({ runtime, exchange, input, session }) {
    await proveAgain({ runtime, exchange, session }, input.password)
    await acrossWorkspaces(runtime, (em) => endSecondFactor(em, session.person.id))
    return { status: 200, body: await accountOf(runtime, await renew(runtime, exchange, session)) }
  },
})

export const secondFactorHandlers: readonly SignInHandler[] = [enterCode, offer, begin, end]
