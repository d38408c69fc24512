import { email, Fault, fail } from '@posthorn/contracts'
import { z } from 'zod'
import { acrossWorkspaces, peopleByEmail } from '../../accounts/person.sql.ts'
import type { GatewayRuntime } from '../../deps.ts'
import type { Exchange } from '../../rest/exchange.ts'
import { handler, nextStep, nothing, type SignInHandler } from '../sessions/endpoint.ts'
import { attemptCookie, attemptOf, attemptSeconds, endedAttemptCookie } from '../sessions/token.ts'
import { countLinkTry, takeBackLinkTry } from '../sign-in/prove.sql.ts'
import { beginAs } from '../sign-in/sign-in.ts'
import { type OidcAttempt, type OidcProvider, OidcRefusal } from './provider.ts'

const queryCharactersMax = 8_000
const attemptPurpose = 'sign-in at the identity provider'

/** Returns the identity provider. Without one, these requests do not exist. */
const providerOf = ({ deps }: GatewayRuntime): OidcProvider =>
  deps.oidc ?? fail('route:not_found', { message: 'This installation has no identity provider.' })

/** Starts a sign-in at the identity provider. The attempt is kept in a cookie, so that only this browser can finish it. */
const begin = handler({
  line: 'POST oidc/begin',
  needs: 'none',
  fields: nothing,
  async run({ runtime, exchange }) {
    const provider = providerOf(runtime)
    await countLinkTry(runtime, exchange)
    const { url, attempt } = await provider.begin()
    const until = Date.now() + attemptSeconds * 1_000
    const sealed = runtime.vault.seal(JSON.stringify({ ...attempt, until }), attemptPurpose)
    exchange.res.appendHeader('Set-Cookie', attemptCookie(exchange, sealed))
    return { status: 200, body: { url } }
  },
})

/** Finishes a sign-in at the identity provider, and opens a session for the person with the address that the provider verified. */
const finish = handler({
  line: 'POST oidc/finish',
  needs: 'none',
  fields: z.strictObject({ query: z.string().max(queryCharactersMax) }),
  async run({ runtime, exchange, input }) {
    const provider = providerOf(runtime)
    await countLinkTry(runtime, exchange)
    const attempt = begunAttempt(runtime, exchange)
    const endAttempt = () => exchange.res.appendHeader('Set-Cookie', endedAttemptCookie(exchange))
    const address = await provider.finish(input.query, attempt).catch((error: unknown) => {
      // The provider couldn't be asked, so the page may try again with the same attempt.
      if (!(error instanceof OidcRefusal)) throw error
      endAttempt()
      runtime.log.warn({ requestId: exchange.requestId, errorCode: error.code }, 'oidc.refused')
      throw new Fault('sign_in:expired', { cause: error })
    })
    endAttempt()
    const person = await ownerOfProven(runtime, address)
    // The request that began and this one. Otherwise, a company behind one address could not sign in.
    for (let i = 0; i < 2; i++) await takeBackLinkTry(runtime, exchange)
    const session = await beginAs(runtime, exchange, person)
    return { status: 200, body: await nextStep(runtime, session) }
  },
})

/** Returns the sign-in attempt that this browser started. Fails if there is none, or it started too long ago. */
function begunAttempt({ vault }: GatewayRuntime, exchange: Exchange): OidcAttempt {
  const sealed = attemptOf(exchange)
  if (sealed === undefined) return fail('sign_in:expired')
  try {
    const { until, ...attempt } = JSON.parse(vault.open(sealed, attemptPurpose)) as OidcAttempt & { until: number }
    if (until > Date.now()) return attempt
  } catch {
    // Sealed by someone else, or with a key that no longer exists.
  }
  return fail('sign_in:expired')
}

/** Returns the person who confirmed this address here. Anyone could have entered it unconfirmed, with a password they know. */
async function ownerOfProven(runtime: GatewayRuntime, address: string | undefined) {
  const given = email.safeParse(address)
  if (!given.success) return fail('sign_in:unverified')
  const [person] = await acrossWorkspaces(runtime, (em) => peopleByEmail(em, given.data))
  return person?.isProven ? person : fail('sign_in:unknown')
}

export const oidcHandlers: readonly SignInHandler[] = [begin, finish]
