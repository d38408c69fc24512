import { fail } from '@posthorn/contracts'
import type { CallOutcome, NumberAccess, NumberHealth, Provider, ProviderError } from '@posthorn/provider'
import type { NumbersRuntime } from '../config.ts'
import type { NumberRow } from '../entities/connected-number.ts'
import { openCredentials } from './credentials.ts'
import { findNumber, type NumberCaller, requireConnected } from './find.ts'

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
 * Returns a number's provider and the credentials for calling it. Refuses a number that the caller may not see, or that is disconnected.
 */
export async function findAccess(
  ctx: NumberCaller & { runtime: NumbersRuntime },
  id: string,
): Promise<{ provider: Provider; access: NumberAccess }> {
  const row = requireConnected(await findNumber(ctx, id))
  const { accessToken } = openCredentials(ctx.runtime.vault, row.id, row.credentials)
  return {
    provider: findProvider(ctx.runtime, row.provider),
    access: { phoneNumberId: row.phoneNumberId, accessToken },
  }
}

/** Throws if the call failed, with our own message, because the provider's may contain the token. */
export function requireOk(outcome: CallOutcome): void {
  if (!outcome.ok) refuse(outcome.error)
}

export function refuse({ errorCode, code, title }: ProviderError): never {
  if (errorCode !== 'provider:refused' || code === null) fail(errorCode)
  fail(errorCode, { message: `The provider refused the request: ${title} (its error ${code}).` })
}
