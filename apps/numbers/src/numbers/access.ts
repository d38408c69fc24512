import { LockMode } from '@mikro-orm/core'
import type { VerbContext } from '@posthorn/chassis'
import { fail } from '@posthorn/contracts'
import type { CallOutcome, NumberAccess, NumberHealth, Provider, ProviderError } from '@posthorn/provider'
import type { NumbersRuntime } from '../config.ts'
import { ConnectedNumber, type NumberRow, openCredentials } from '../entities/connected-number.ts'

export type NumberCaller = Pick<VerbContext, 'em' | 'call'>

/** Returns a filter for the numbers that the caller may see: all of the workspace's, or only those its key is restricted to. */
export function visibilityFilter({ call }: Pick<VerbContext, 'call'>): { id?: { $in: string[] } } {
  return call.numbers ? { id: { $in: call.numbers } } : {}
}

/** Returns a number that the caller may see. `lock`: locks its row until the transaction ends. */
export async function findNumber(ctx: NumberCaller, id: string, { lock = false } = {}): Promise<NumberRow> {
  const locked = lock ? { lockMode: LockMode.PESSIMISTIC_WRITE } : {}
  const row = await ctx.em.findOne(ConnectedNumber, { $and: [{ id }, visibilityFilter(ctx)] }, locked)
  return row ?? fail('number:not_found')
}

export type ConnectedRow = NumberRow & { credentials: string }

/** Returns the number if it is connected, or fails with `number:disconnected`. */
export function requireConnected(row: NumberRow): ConnectedRow {
  return row.credentials ? (row as ConnectedRow) : fail('number:disconnected')
}

/** Returns the client for a provider. Refuses if the number is a simulator's and no simulator is configured. */
export function findProvider(runtime: NumbersRuntime, provider: NumberRow['provider']): Provider {
  return runtime.deps.providers[provider] ?? refuseSimulator()
}

/** Fails the request because no simulator is configured. */
export function refuseSimulator(): never {
  const message = 'no simulator is configured; connect a cloud number'
  fail('request:invalid', { errors: [{ path: 'provider', code: 'request:invalid', message }] })
}

/**
 * Fetches the number from the provider with these credentials. Fails with `provider:credentials_invalid` if they are invalid, without the
 * provider's message, which may contain the token. Fails with a retryable error if the provider can't be reached.
 */
export async function checkCredentials(provider: Provider, access: NumberAccess): Promise<NumberHealth> {
  const outcome = await provider.describeNumber(access)
  if (!outcome.ok) {
    const { code, errorCode, retryable } = outcome.error
    if (retryable) fail(errorCode)
    const message = `The provider does not accept these credentials${code === null ? '' : ` (its error ${code})`}.`
    fail('provider:credentials_invalid', { message })
  }
  if (outcome.number.phoneNumberId !== access.phoneNumberId) fail('provider:credentials_invalid')
  return outcome.number
}

/**
 * Returns a number's provider, its business account, and the credentials for calling it. Refuses a number that the caller may not see, or
 * that is disconnected.
 */
export async function findAccess(
  ctx: NumberCaller & { runtime: NumbersRuntime },
  numberId: string,
): Promise<{ provider: Provider; access: NumberAccess; businessAccountId: string }> {
  const row = requireConnected(await findNumber(ctx, numberId))
  const { accessToken } = openCredentials(ctx.runtime.vault, row.id, row.credentials)
  return {
    provider: findProvider(ctx.runtime, row.provider),
    access: { phoneNumberId: row.phoneNumberId, accessToken },
    businessAccountId: row.businessAccountId ?? '',
  }
}

/** Throws if the call failed, with our own message, because the provider's may contain the token. */
export function requireOk(outcome: CallOutcome): void {
  if (!outcome.ok) refuse(outcome.error)
}

/** Fails with the provider's error code and title, but not its message, which may contain the token. */
export function refuse({ errorCode, code, title }: ProviderError): never {
  if (errorCode !== 'provider:refused' || code === null) fail(errorCode)
  fail(errorCode, { message: `The provider refused the request: ${title} (its error ${code}).` })
}
