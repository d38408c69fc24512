import type { number, Unfilled } from '@posthorn/contracts'
import type { z } from 'zod'
import type { NumberRow } from '../entities/connected-number.ts'
import { presentDevice } from './device.ts'

/** Builds the URL for a number's callbacks. */
export function buildCallbackUrl(publicUrl: string, numberId: string): string {
  return `${publicUrl}/callbacks/${numberId}`
}

export function presentSession(row: NumberRow): z.output<typeof number>['session'] {
  const { sessionErrorCode: errorCode, sessionErrorMessage: message } = row
  return {
    status: row.sessionStatus,
    since: row.sessionSince.toISOString(),
    lastError: errorCode ? { errorCode, message: message ?? errorCode } : null,
  }
}

/** Presents a number without its credentials. */
export function presentNumber(row: NumberRow, publicUrl: string): Unfilled<z.output<typeof number>> {
  return {
    id: row.id,
    phone: row.phone ?? null,
    name: row.name,
    provider: row.provider,
    phoneNumberId: row.phoneNumberId,
    businessAccountId: row.businessAccountId ?? null,
    status: row.status,
    session: presentSession(row),
    default: row.isDefault,
    device: { ...presentDevice(row.device), checkedAt: row.checkedAt.toISOString() },
    settings: {
      ratePerSecond: row.ratePerSecond ?? null,
      quietHours: row.quietHours ?? null,
      country: row.country ?? null,
    },
    callbackUrl: buildCallbackUrl(publicUrl, row.id),
    createdAt: row.createdAt.toISOString(),
  }
}
