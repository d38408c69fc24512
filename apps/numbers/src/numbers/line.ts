import { fail } from '@posthorn/contracts'
import type { CallOutcome, Line, Provider, ProviderError } from '@posthorn/provider'
import type { NumbersRuntime } from '../config.ts'
import { findProvider } from './check.ts'
import { openCredentials } from './credentials.ts'
import { findNumber, type NumberCaller, requireConnected } from './find.ts'

/** Finds a number's provider and its line there. Refuses a number that the caller may not see, or that is disconnected. */
export async function findLine(
  ctx: NumberCaller & { runtime: NumbersRuntime },
  id: string,
): Promise<{ provider: Provider; line: Line }> {
  const row = requireConnected(await findNumber(ctx, id))
  const { accessToken } = openCredentials(ctx.runtime.vault, row.id, row.credentials)
  return { provider: findProvider(ctx.runtime, row.provider), line: { phoneNumberId: row.phoneNumberId, accessToken } }
}

/** Refuses with the error of a failed call, in our words: the provider's may contain the token. */
export function requireOk(outcome: CallOutcome): void {
  if (!outcome.ok) refuse(outcome.error)
}

/** Refuses with the provider's error. */
export function refuse({ errorCode, code, title }: ProviderError): never {
  if (errorCode !== 'provider:refused' || code === null) fail(errorCode)
  fail(errorCode, { message: `The provider refused the request: ${title} (its error ${code}).` })
}
