import { errorCatalog, providerPhone } from '@posthorn/contracts'
import type { DescribeOutcome, ProviderError } from '@posthorn/provider'
import type { Device, NumberRow } from '../entities/connected-number.ts'
import { readDevice } from './device.ts'

/** Status of a number after a check with the provider. */
export type Health = Pick<NumberRow, 'status' | 'sessionStatus'> & {
  sessionErrorCode: string | null
  sessionErrorMessage: string | null
  /** The response's other fields; absent if the provider didn't respond. */
  report?: { device: Device; phone: string | null }
}

/** Provider statuses of a number that need attention (cloud-api.md section 8). Any other counts as good. */
const providerStatuses: Readonly<Record<string, [NumberRow['status'], NumberRow['sessionStatus']]>> = {
  PENDING: ['connecting', 'pending'],
  UNVERIFIED: ['connecting', 'pending'],
  RESTRICTED: ['restricted', 'online'],
  RATE_LIMITED: ['restricted', 'online'],
  OFFLINE: ['error', 'offline'],
  DISCONNECTED: ['error', 'offline'],
  BANNED: ['error', 'error'],
  DELETED: ['error', 'error'],
  MIGRATED: ['error', 'error'],
}

/** Reads the provider's response. Without one, a number keeps its status; a refused number is in error. */
export function readHealth(outcome: DescribeOutcome, present: NumberRow['status']): Health {
  if (!outcome.ok) return readFailure(outcome.error, present)
  const [status, sessionStatus] = providerStatuses[outcome.number.status?.toUpperCase() ?? ''] ?? ['active', 'online']
  const errorCode = status === 'error' ? 'number:suspended' : null
  return {
    status: status === 'active' && present === 'paused' ? 'paused' : status,
    sessionStatus,
    ...pickError(errorCode),
    report: { device: readDevice(outcome.number), phone: phoneOf(outcome.number.displayPhoneNumber) },
  }
}

/** Builds the health of a number whose calls the provider refuses. */
export function buildRefusedHealth(errorCode: string): Health {
  return { status: 'error', sessionStatus: 'error', ...pickError(errorCode) }
}

/** Converts a displayed phone, such as `+1 555-201-2345`, to E.164; null if there is none. */
export function phoneOf(displayed: string | undefined): string | null {
  return providerPhone(displayed?.replace(/\D/g, '') ?? '') ?? null
}

function readFailure({ errorCode, retryable }: ProviderError, present: NumberRow['status']): Health {
  if (retryable) return { status: present, sessionStatus: 'offline', ...pickError(errorCode) }
  return buildRefusedHealth(errorCode)
}

/** Returns our own error text, because the provider's may contain the token. */
function pickError(errorCode: string | null): Pick<Health, 'sessionErrorCode' | 'sessionErrorMessage'> {
  const known = Object.entries(errorCatalog).find(([code]) => code === errorCode)
  return { sessionErrorCode: errorCode, sessionErrorMessage: known?.[1].message ?? errorCode }
}
