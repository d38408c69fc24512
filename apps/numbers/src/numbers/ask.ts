import { fail } from '@posthorn/contracts'
import type { CallOutcome, Line, Provider, ProviderError } from '@posthorn/provider'
import type { NumbersRuntime } from '../config.ts'
import { providerOf } from './check.ts'
import { openCredentials } from './credentials.ts'
import { connected, findNumber, type NumberSeeker } from './find.ts'

/** The provider of a number and what names the number there; refuses one that is not the caller's, or not connected. */
export async function lineOf(
  ctx: NumberSeeker & { runtime: NumbersRuntime },
  id: string,
): Promise<{ provider: Provider; line: Line }> {
  const row = connected(await findNumber(ctx, id))
  const { accessToken } = openCredentials(ctx.runtime.vault, row.id, row.credentials)
  return { provider: providerOf(ctx.runtime, row.provider), line: { phoneNumberId: row.phoneNumberId, accessToken } }
}

/** Refuses when the provider did; in our words, and with the number of its error: its own words may repeat the token. */
export function mustBeOk(outcome: CallOutcome): void {
  if (!outcome.ok) refuse(outcome.error)
}

/** Refuses with what the provider refused with. */
export function refuse({ errorCode, code, title }: ProviderError): never {
  if (errorCode !== 'provider:refused' || code === null) fail(errorCode)
  fail(errorCode, { message: `The provider refused the request: ${title} (its error ${code}).` })
}
