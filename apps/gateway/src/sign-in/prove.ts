import { createHmac } from 'node:crypto'
import { fail } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { acrossWorkspaces, type Person, personByEmail } from '../people/person.sql.ts'
import type { Exchange } from '../rest/exchange.ts'
import { isKnownBrowser } from '../sessions/open.ts'
import { browserMarkOf } from '../sessions/token.ts'
import { recordSession } from './record.ts'
import { clearTries, countTry, takeBackTry } from './tries.sql.ts'

/** Tries in fifteen minutes for one person, whether they exist or not, and from one address. */
const triesOfPersonMax = 5
const triesOfAddressMax = 20

/** Address and password that somebody enters. */
export type Claim = { email: string; password: string }

/**
 * Returns the person whose address and password these are. Tries are counted before the password is hashed. A browser in which the person
 * has signed in before has tries of its own, so that others cannot use these up.
 */
export async function provePerson(runtime: GatewayRuntime, exchange: Exchange, claim: Claim): Promise<Person> {
  const { email, password } = claim
  const person = await acrossWorkspaces(runtime, (em) => personByEmail(em, email))
  const names = triesOf(runtime, exchange, { email, person })
  await countTries(runtime, [
    [names.address, triesOfAddressMax],
    [names.account, triesOfPersonMax],
  ])
  const isRight = await runtime.deps.passwords.isRight(password, person?.passwordHash ?? null)
  if (!person || !isRight) {
    if (person) await recordSession(runtime, exchange, { operation: 'session.refused', person: person.id })
    return fail('sign_in:refused')
  }
  await acrossWorkspaces(runtime, async (em) => {
    await clearTries(em, names.account)
    await takeBackTry(em, names.address)
  })
  return person
}

/** Counts a try for a code of this person. */
export async function countCodeTry(runtime: GatewayRuntime, person: string): Promise<void> {
  await countTries(runtime, [[keyed(runtime, `code ${person}`), triesOfPersonMax]])
}

/** Clears the tries for codes of this person. */
export async function clearCodeTries(runtime: GatewayRuntime, person: string): Promise<void> {
  await acrossWorkspaces(runtime, (em) => clearTries(em, keyed(runtime, `code ${person}`)))
}

/** Counts a look at a link that nobody knows from this address. */
export async function countLinkTry(runtime: GatewayRuntime, { address }: Exchange): Promise<void> {
  await countTries(runtime, [[keyed(runtime, `link ${address}`), triesOfAddressMax]])
}

function triesOf(
  runtime: GatewayRuntime,
  exchange: Exchange,
  { email, person }: { email: string; person: Person | undefined },
): { address: string; account: string } {
  const isKnown = person !== undefined && isKnownBrowser(runtime, exchange, person.id)
  const account = isKnown ? `browser ${browserMarkOf(exchange)}` : `account ${email}`
  return { address: keyed(runtime, `address ${exchange.address}`), account: keyed(runtime, account) }
}

/** Returns the name under which tries are counted; it shows neither address nor person. */
function keyed({ vault }: GatewayRuntime, name: string): string {
  return createHmac('sha256', vault.derive('sign-in tries')).update(name).digest('base64url')
}

async function countTries(runtime: GatewayRuntime, names: [name: string, most: number][]): Promise<void> {
  for (const [name, most] of names) {
    const { allowed, retryAfterSeconds } = await acrossWorkspaces(runtime, (em) => countTry(em, name, most))
    if (!allowed) fail('rate:limited', { retryAfter: retryAfterSeconds })
  }
}
