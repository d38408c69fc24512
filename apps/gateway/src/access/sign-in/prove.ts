import { fail } from '@posthorn/contracts'
import { acrossWorkspaces, ownerOf, type Person, peopleByEmail } from '../../accounts/people/person.sql.ts'
import type { GatewayRuntime } from '../../deps.ts'
import type { Exchange } from '../../rest/exchange.ts'
import { isKnownBrowser } from '../sessions/open.ts'
import { browserMarkOf } from '../sessions/token.ts'
import { recordSession } from './record.ts'
import { clearTries, takeBackTry } from './tries.sql.ts'
import { countTries, keyed, triesOfAddressMax, triesOfPersonMax } from './tries.ts'

/**
 * Address and password that someone enters. `person`: the only one who is meant, of all who have entered this address. `joining`: with a
 * name, by which they become someone new if it is no one's password; such tries are counted apart, and none is taken back.
 */
export type Claim = { email: string; password: string; person?: string; joining?: boolean }

/** Returns the person whose address and password these are, and refuses anyone else. */
export async function provePerson(runtime: GatewayRuntime, exchange: Exchange, claim: Claim): Promise<Person> {
  const found = await findPerson(runtime, exchange, claim)
  if ('person' in found) return found.person
  // Whose sign-in it was is not known where several people have the address without proof.
  const refused = ownerOf(found.people)
  if (refused) await recordSession(runtime, exchange, { operation: 'session.refused', person: refused.id })
  return fail('sign_in:refused')
}

/** The person whose address and password were entered; else those who have entered the address, and how to take the try of the sender back. */
type Proof = { person: Person } | { people: Person[]; takeBack(): Promise<void> }

/**
 * Finds the person whose address and password these are. Tries are counted before a password is hashed. A browser in which someone has
 * signed in before has tries of its own for them, so that others cannot use these up, and never for others of the same address.
 */
export async function findPerson(
  runtime: GatewayRuntime,
  exchange: Exchange,
  { email, password, person: only, joining = false }: Claim,
): Promise<Proof> {
  const all = await acrossWorkspaces(runtime, (em) => peopleByEmail(em, email))
  const people = only === undefined ? all : all.filter(({ id }) => id === only)
  const address = keyed(runtime, `address ${exchange.address}`)
  await countTries(runtime, [[address, triesOfAddressMax]])
  const takeBack = () => acrossWorkspaces(runtime, (em) => takeBackTry(em, address))
  const rounds = joining
    ? [{ candidates: people, tries: keyed(runtime, `join ${email}`) }]
    : roundsOf(runtime, exchange, { email, people })
  for (const { candidates, tries } of rounds) {
    await countTries(runtime, [[tries, triesOfPersonMax]])
    const person = await withPassword(runtime, candidates, password)
    if (!person) continue
    // Others who have the address too must not clear these tries.
    if (!joining)
      await acrossWorkspaces(runtime, (em) => (candidates.length > 1 ? takeBackTry(em, tries) : clearTries(em, tries)))
    await takeBack()
    return { person }
  }
  return { people, takeBack }
}

type Round = { candidates: Person[]; tries: string }

/** Returns whom a password is compared with, and the name under which each of these tries is counted. */
function roundsOf(
  runtime: GatewayRuntime,
  exchange: Exchange,
  { email, people }: { email: string; people: Person[] },
): Round[] {
  const known = people.filter(({ id }) => isKnownBrowser(runtime, exchange, id))
  const others = people.filter((person) => !known.includes(person))
  const ofBrowser = { candidates: known, tries: keyed(runtime, `browser ${browserMarkOf(exchange)}`) }
  const ofAddress = { candidates: others, tries: keyed(runtime, `account ${email}`) }
  if (known.length === 0) return [ofAddress]
  return others.length === 0 ? [ofBrowser] : [ofBrowser, ofAddress]
}

/** Returns the first of these people whose password it is. It is hashed where there is no one, too. */
async function withPassword(
  { deps }: GatewayRuntime,
  people: readonly Person[],
  password: string,
): Promise<Person | undefined> {
  if (people.length === 0) await deps.passwords.isRight(password, null)
  for (const person of people) if (await deps.passwords.isRight(password, person.passwordHash)) return person
  return undefined
}
