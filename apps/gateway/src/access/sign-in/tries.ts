import { createHmac } from 'node:crypto'
import type { Tx } from '@posthorn/chassis'
import { fail } from '@posthorn/contracts'
import { acrossWorkspaces } from '../../accounts/people/person.sql.ts'
import type { GatewayRuntime } from '../../deps.ts'
import type { Exchange } from '../../rest/exchange.ts'
import { clearTries, countTry, type Try } from './tries.sql.ts'

/** Tries in fifteen minutes for one person, whether they exist or not, and from one address. */
export const triesOfPersonMax = 5
export const triesOfAddressMax = 20
/** Mails of one kind to one address in fifteen minutes, and invitations of one workspace by mail. */
const mailsMax = 3
const invitationsMax = 100

/** Counts a try for a code of this person. */
export async function countCodeTry(runtime: GatewayRuntime, person: string): Promise<void> {
  await countTries(runtime, [[keyed(runtime, `code ${person}`), triesOfPersonMax]])
}

/** Clears the tries for codes of this person. */
export async function clearCodeTries(runtime: GatewayRuntime, person: string): Promise<void> {
  await acrossWorkspaces(runtime, (em) => clearTries(em, keyed(runtime, `code ${person}`)))
}

/** Counts a request from this address for an unknown link. */
export async function countLinkTry(runtime: GatewayRuntime, { address }: Exchange): Promise<void> {
  await countTries(runtime, [[keyed(runtime, `link ${address}`), triesOfAddressMax]])
}

/** Returns the name under which tries are counted; it shows neither address nor person. */
export function keyed({ vault }: GatewayRuntime, name: string): string {
  return createHmac('sha256', vault.derive('sign-in tries')).update(name).digest('base64url')
}

/** Counts a try under each name, and refuses it above the limit of one. */
export async function countTries(runtime: GatewayRuntime, names: [name: string, most: number][]): Promise<void> {
  for (const [name, most] of names) {
    const { allowed, retryAfterSeconds } = await acrossWorkspaces(runtime, (em) => countTry(em, name, most))
    if (!allowed) fail('rate:limited', { retryAfter: retryAfterSeconds })
  }
}

/** Counts a mail that someone without a session asks for. Nothing here depends on who has the address. */
export async function countAskedMail(runtime: GatewayRuntime, { address }: Exchange, email: string): Promise<void> {
  await countTries(runtime, [
    [keyed(runtime, `mails from ${address}`), triesOfAddressMax],
    [keyed(runtime, `reset mail ${email}`), mailsMax],
  ])
}

/** Counts a mail with which a person confirms their address. */
export function countConfirmMail(em: Tx['em'], runtime: GatewayRuntime, email: string): Promise<Try> {
  return countTry(em, keyed(runtime, `confirm mail ${email}`), mailsMax)
}

/** Counts an invitation by mail; false where the address, or the workspace, has had enough of them. */
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
