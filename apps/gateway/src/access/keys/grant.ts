import type { VerbContext } from '@posthorn/chassis'
import { type CallContext, fail, type KeyScope } from '@posthorn/contracts'
import type { GatewayRuntime } from '../../deps.ts'
import { ApiKey, type ApiKeyRow } from '../../entities/api-key.ts'

/** Scopes and restrictions of a key. Null means unrestricted. */
export type Grant = {
  scopes: readonly KeyScope[]
  numbers: readonly string[] | null
  cidrs: readonly string[] | null
  expiresAt: Date | null
}

/** Returns the caller's scopes and restrictions. Members have no restriction of addresses and time. */
export async function grantOfCaller({ em, call }: VerbContext<GatewayRuntime>): Promise<Grant> {
  const own = { scopes: scopesOf(call), numbers: call.numbers ?? null, cidrs: null, expiresAt: null }
  if (call.actor.type !== 'key') return own
  const row = (await em.findOne(ApiKey, { id: call.actor.id })) ?? fail('key:not_found')
  return { ...own, cidrs: row.cidrs ?? null, expiresAt: row.expiresAt ?? null }
}

const scopesOf = ({ scopes }: CallContext): KeyScope[] =>
  scopes.filter((scope): scope is KeyScope => scope !== 'operator')

/** Returns the scopes and restrictions of a stored key. */
export function grantOfKey({ scopes, numbers, cidrs, expiresAt }: ApiKeyRow): Grant {
  return { scopes, numbers: numbers ?? null, cidrs: cidrs ?? null, expiresAt: expiresAt ?? null }
}

/** Refuses to grant more than the grantor has. */
export function refuseMore(given: Grant, own: Grant): void {
  const scope = given.scopes.find((each) => !own.scopes.includes(each))
  if (scope) refuse(`You cannot give the scope ${scope}, which you do not have.`)
  if (exceeds(given.numbers, own.numbers)) refuse('You cannot give numbers that you may not use yourself.')
  if (exceeds(given.cidrs, own.cidrs)) refuse('A key that is limited to addresses gives these addresses only.')
  const end = own.expiresAt
  if (end && (given.expiresAt === null || given.expiresAt > end)) refuse('A key cannot give an end later than its own.')
}

function refuse(message: string): never {
  return fail('scope:missing', { message })
}

function exceeds(given: readonly string[] | null, own: readonly string[] | null): boolean {
  return own !== null && (given === null || given.some((each) => !own.includes(each)))
}
