import type { DescribeOutcome } from '@posthorn/provider'
import type { NumbersRuntime } from '../config.ts'
import type { NumberRow } from '../entities/connected-number.ts'
import { findProvider } from '../numbers/check.ts'
import { openCredentials } from '../numbers/credentials.ts'

/** Asks the provider for a number with its stored credentials. */
export function describeNumber(
  runtime: NumbersRuntime,
  row: Pick<NumberRow, 'id' | 'provider' | 'phoneNumberId'> & { credentials: string },
): Promise<DescribeOutcome> {
  const { accessToken } = openCredentials(runtime.vault, row.id, row.credentials)
  return findProvider(runtime, row.provider).describeNumber({ phoneNumberId: row.phoneNumberId, accessToken })
}
