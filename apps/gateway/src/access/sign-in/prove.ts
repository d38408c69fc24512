import { createHmac } from 'node:crypto'
import type { Tx } from '@posthorn/chassis'
import { fail } from '@posthorn/contracts'
import { acrossWorkspaces, ownerOf, type Person, peopleByEmail } from '../../accounts/person.sql.ts'
import type { GatewayRuntime } from '../../deps.ts'
import type { Exchange } from '../../rest/exchange.ts'
import { isKnownBrowser } from '../sessions/open.ts'
import { browserMarkOf } from '../sessions/token.ts'
import { recordSession } from './handler.ts'
import { clearTries, countTry, type Try, takeBackTry } from './sign-in.sql.ts'

/**
 * An address and password that someone entered. `person`: accept only this person among those who use the address. `joining`: the input
 * includes a name, so a password that matches no one creates a new person. Such attempts are counted separately and never taken back.
 */
type Claim = { email: string; password: string; person?: string; joining?: boolean }

/** Returns the person with this address and password. Fails for everyone else. */
export async function provePerson(runtime: GatewayRuntime, exchange: Exchange, claim: Claim): Promise<Person> {
  const found = await findPerson(runtime, exchange, claim)
  if ('person' in found) return found.person
  // If several people use the address without confirming it, we can't tell who is signing in.
  const refused = ownerOf(found.people)
  if (refused) await recordSession(runtime, exchange, { operation: 'session.refused', person: refused.id })
  return fail('sign_in:refused')
}

/**
 * The person with this address and password. Otherwise, the people who use the address, and a function that takes back the sender's
 * attempt.
 */
type Proof = { person: Person } | { people: Person[]; takeBack(): Promise<void> }

/**
 * Finds the person with this address and password. Counts attempts before hashing. A browser in which people have signed in before has a
 * separate limit for them, so that others can't exhaust it. For other people with the same address, the usual limit applies.
 */
export async function findPerson(
  runtime: GatewayRuntime,
  exchange: Exchange,
  { email, password, person: only, joining = false }: Claim,
): Promise<Proof> {
  const all = await acrossWorkspaces(runtime, (em) => peopleByEmail(em, email))
  const people = only === undefined ? all : all.filter(({ id }) => id === only)
  const address = tryNameOf(runtime, `address ${exchange.address}`)
  await countTries(runtime, [[address, triesOfAddressMax]])
  const takeBack = () => acrossWorkspaces(runtime, (em) => takeBackTry(em, address))
  const groups = joining
    ? [{ candidates: people, tries: tryNameOf(runtime, `join ${email}`) }]
    : attemptGroupsOf(runtime, exchange, { email, people })
  for (const { candidates, tries } of groups) {
    await countTries(runtime, [[tries, triesOfPersonMax]])
    const person = await withPassword(runtime, candidates, password)
    if (!person) continue
    // Other people with the same address must not clear these attempts.
    if (!joining)
      await acrossWorkspaces(runtime, (em) => (candidates.length > 1 ? takeBackTry(em, tries) : clearTries(em, tries)))
    await takeBack()
    return { person }
  }
  return { people, takeBack }
}

/** People whose passwords are compared, and the name that the attempt counts under. */
type AttemptGroup = { candidates: Person[]; tries: string }

/** Returns the people whose passwords are compared, and the name to count each attempt under. */
function attemptGroupsOf(
  runtime: GatewayRuntime,
  exchange: Exchange,
  { email, people }: { email: string; people: Person[] },
): AttemptGroup[] {
  const known = people.filter(({ id }) => isKnownBrowser(runtime, exchange, id))
  const others = people.filter((person) => !known.includes(person))
  const ofBrowser = { candidates: known, tries: tryNameOf(runtime, `browser ${browserMarkOf(exchange)}`) }
  const ofAddress = { candidates: others, tries: tryNameOf(runtime, `account ${email}`) }
  if (known.length === 0) return [ofAddress]
  return others.length === 0 ? [ofBrowser] : [ofBrowser, ofAddress]
}

/** Returns the first of these people whose password matches. Hashes even if there is no one, so that timing reveals nothing. */
async function withPassword(
  { deps }: GatewayRuntime,
  people: readonly Person[],
  password: string,
): Promise<Person | undefined> {
  if (people.length === 0) await deps.passwords.isRight(password, null)
  for (const person of people) if (await deps.passwords.isRight(password, person.passwordHash)) return person
  return undefined
}

/** Maximum number of attempts in fifteen minutes per person (whether or not they exist) and per address. */
const triesOfPersonMax = 5
const triesOfAddressMax = 20
/** Maximum number of mails of one kind per address, and of mailed invitations per workspace, in fifteen minutes. */
const mailsMax = 3
const invitationsMax = 100

/** Counts an attempt to enter a code, before the code is checked, so that no one can try all of them. */
export async function countCodeTry(runtime: GatewayRuntime, personId: string): Promise<void> {
  await countTries(runtime, [[tryNameOf(runtime, `code ${personId}`), triesOfPersonMax]])
}

/** Forgets the attempts to enter a code after a correct one. */
export async function clearCodeTries(runtime: GatewayRuntime, personId: string): Promise<void> {
  await acrossWorkspaces(runtime, (em) => clearTries(em, tryNameOf(runtime, `code ${personId}`)))
}

/** Counts a request from this address that uses a link or the identity provider, so that no one can try many. */
export async function countLinkTry(runtime: GatewayRuntime, { address }: Exchange): Promise<void> {
  await countTries(runtime, [[tryNameOf(runtime, `link ${address}`), triesOfAddressMax]])
}

/** Returns the name to count attempts under. It reveals neither the address nor the person. */
function tryNameOf({ vault }: GatewayRuntime, subject: string): string {
  return createHmac('sha256', vault.derive('sign-in tries')).update(subject).digest('base64url')
}

/** Counts an attempt under each name. Fails if one of them is over its limit. */
async function countTries(runtime: GatewayRuntime, names: [name: string, triesMax: number][]): Promise<void> {
  for (const [name, triesMax] of names) {
    const { allowed, retryAfterSeconds } = await acrossWorkspaces(runtime, (em) => countTry(em, name, triesMax))
    if (!allowed) fail('rate:limited', { retryAfter: retryAfterSeconds })
  }
}

/** Counts a mail requested without a session. The result doesn't depend on who has the address. */
export async function countAskedMail(runtime: GatewayRuntime, { address }: Exchange, email: string): Promise<void> {
  await countTries(runtime, [
    [tryNameOf(runtime, `mails from ${address}`), triesOfAddressMax],
    [tryNameOf(runtime, `reset mail ${email}`), mailsMax],
  ])
}

/** Counts a mail with a confirmation link. Anyone can enter an address, so its owner gets only a few. */
export function countConfirmMail(em: Tx['em'], runtime: GatewayRuntime, email: string): Promise<Try> {
  return countTry(em, tryNameOf(runtime, `confirm mail ${email}`), mailsMax)
}

/** Counts a mailed invitation. Returns false if the address or workspace has reached its limit. */
export async function mayMailInvitation(
  em: Tx['em'],
  runtime: GatewayRuntime,
  { email, workspace }: { email: string; workspace: string },
): Promise<boolean> {
  const ofAddress = await countTry(em, tryNameOf(runtime, `invitation mail ${email}`), mailsMax)
  return (
    ofAddress.allowed && (await countTry(em, tryNameOf(runtime, `invitations of ${workspace}`), invitationsMax)).allowed
  )
}
