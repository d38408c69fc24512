import { createHmac } from 'node:crypto'
import type { Tx } from '@posthorn/chassis'
import { fail } from '@posthorn/contracts'
import { acrossWorkspaces } from '../../accounts/people/person.sql.ts'
import type { GatewayRuntime } from '../../deps.ts'
import type { Exchange } from '../../rest/exchange.ts'
import { clearTries, countTry, type Try } from './tries.sql.ts'

/** Attempts in fifteen minutes for a person, whether or not they exist, and from an address. */
export const triesOfPersonMax = 5
export const triesOfAddressMax = 20
/** Mails of a kind to an address in fifteen minutes, and mailed invitations of a workspace. */
const mailsMax = 3
const invitationsMax = 100

/** Counts an attempt to enter this person's code. */
export async function countCodeTry(runtime: GatewayRuntime, person: string): Promise<void> {
  await countTries(runtime, [[keyed(runtime, `code ${person}`), triesOfPersonMax]])
}

/** Clears this person's code attempts. */
export async function clearCodeTries(runtime: GatewayRuntime, person: string): Promise<void> {
  await acrossWorkspaces(runtime, (em) => clearTries(em, keyed(runtime, `code ${person}`)))
}

/** Counts a request from this address for an unknown link. */
export async function countLinkTry(runtime: GatewayRuntime, { address }: Exchange): Promise<void> {
  await countTries(runtime, [[keyed(runtime, `link ${address}`), triesOfAddressMax]])
}

/** Returns the name that attempts are counted under. It reveals neither address nor person. */
export function keyed({ vault }: GatewayRuntime, name: string): string {
  return createHmac('sha256', vault.derive('sign-in tries')).update(name).digest('base64url')
}

/** Counts an attempt under each name. Refuses if one is over its limit. */
export async function countTries(runtime: GatewayRuntime, names: [name: string, most: number][]): Promise<void> {
  for (const [name, most] of names) {
    const { allowed, retryAfterSeconds } = await acrossWorkspaces(runtime, (em) => countTry(em, name, most))
    if (!allowed) fail('rate:limited', { retryAfter: retryAfterSeconds })
  }
}

/** Counts a mail requested without a session. Doesn't depend on who has the address. */
export async function countAskedMail(runtime: GatewayRuntime, { address }: Exchange, email: string): Promise<void> {
  await countTries(runtime, [
    [keyed(runtime, `mails from ${address}`), triesOfAddressMax],
    [keyed(runtime, `reset mail ${email}`), mailsMax],
  ])
}

/** Counts a confirmation mail. */
export function countConfirmMail(em: Tx['em'], runtime: GatewayRuntime, email: string): Promise<Try> {
  return countTry(em, keyed(runtime, `confirm mail ${email}`), mailsMax)
}

/** Counts a mailed invitation. False if the address or workspace has reached its limit. */
export async function mayMailInvitation(
  em: Tx['em'],
  runtime: GatewayRuntime,
  { email, workspace }: { email: string; workspace: string },
): Promise<boolean> {
  const ofAddress = await countTry(em, keyed(runtime, `invitation mail ${email}`), mailsMax)
  return (
    ofAddress.allowed && (await countTry(em, keyed(runtime, `invitations of ${workspace}`), invitationsMax)).allowed
  )
}
