import { errorCatalogue } from '@posthorn/contracts'
import type { DescribeOutcome, ProviderError } from '@posthorn/provider'
import type { Device, NumberRow } from '../entities/connected-number.ts'
import { deviceOf } from './device.ts'

/** What a look at the provider says about a number. */
export type Health = Pick<NumberRow, 'status' | 'sessionStatus'> & {
  sessionErrorCode: string | null
  sessionErrorMessage: string | null
  /** What else the provider told; absent when it could not be asked. */
  told?: { device: Device; phone: string | null }
}

/** States of a number at the provider that are not simply good (cloud-api.md section 8); any other word counts as good. */
const providerStates: Readonly<Record<string, [NumberRow['status'], NumberRow['sessionStatus']]>> = {
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

/** Reads the provider's answer: a number it cannot be asked about keeps its status, one it refuses is in error. */
export function healthOf(outcome: DescribeOutcome, present: NumberRow['status']): Health {
  if (!outcome.ok) return failing(outcome.error, present)
  const [status, sessionStatus] = providerStates[outcome.number.status?.toUpperCase() ?? ''] ?? ['active', 'online']
  const errorCode = status === 'error' ? 'number:suspended' : null
  return {
    status: status === 'active' && present === 'paused' ? 'paused' : status,
    sessionStatus,
    ...said(errorCode),
    told: { device: deviceOf(outcome.number), phone: phoneOf(outcome.number.displayPhoneNumber) },
  }
}

/** The health of a number of which a sender says that the provider refuses it. */
export function refusedHealth(errorCode: string): Health {
  return { status: 'error', sessionStatus: 'error', ...said(errorCode) }
}

/** The phone a provider shows, such as `+1 555-201-2345`, in E.164; null when it shows none. */
export function phoneOf(displayed: string | undefined): string | null {
  const digits = displayed?.replace(/\D/g, '') ?? ''
  return /^[1-9]\d{6,14}$/.test(digits) ? `+${digits}` : null
}

function failing({ errorCode, retryable }: ProviderError, present: NumberRow['status']): Health {
  if (retryable) return { status: present, sessionStatus: 'offline', ...said(errorCode) }
  return refusedHealth(errorCode)
}

/** Our own words: those of the provider may repeat the token. */
function said(errorCode: string | null): Pick<Health, 'sessionErrorCode' | 'sessionErrorMessage'> {
  const known = Object.entries(errorCatalogue).find(([code]) => code === errorCode)
  return { sessionErrorCode: errorCode, sessionErrorMessage: known?.[1].message ?? errorCode }
}
