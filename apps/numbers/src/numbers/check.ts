import { fail } from '@posthorn/contracts'
import type { Line, NumberHealth, Provider } from '@posthorn/provider'
import type { NumbersRuntime } from '../config.ts'
import type { NumberRow } from '../entities/connected-number.ts'

/** The way to the provider of a number; refuses numbers of the simulator where there is none. */
export function providerOf(runtime: NumbersRuntime, provider: NumberRow['provider']): Provider {
  return runtime.deps.providers[provider] ?? refuseSimulator()
}

/** Refuses a wish for the simulator where none is set up. */
export function refuseSimulator(): never {
  const message = 'there is no simulator here; connect a cloud number'
  fail('request:invalid', { errors: [{ path: 'provider', code: 'request:invalid', message }] })
}

/**
 * Asks the provider for the number with these credentials. Refused ones end with `provider:credentials_invalid`, without the
 * provider's words, which may repeat the token; when it cannot be asked the refusal says so and can be retried.
 */
export async function checkCredentials(provider: Provider, line: Line): Promise<NumberHealth> {
  const outcome = await provider.describeNumber(line)
  if (!outcome.ok) {
    const { code, errorCode, retryable } = outcome.error
    if (retryable) fail(errorCode)
    const message = `The provider does not accept these credentials${code === null ? '' : ` (its error ${code})`}.`
    fail('provider:credentials_invalid', { message })
  }
  if (outcome.number.phoneNumberId !== line.phoneNumberId) fail('provider:credentials_invalid')
  return outcome.number
}
