import type { NumberHealth } from '@posthorn/provider'
import type { Device, StoredDevice } from '../entities/connected-number.ts'

/** Reads the provider's response. Missing fields are null. */
export function readDevice(health: NumberHealth): Device {
  return {
    qualityRating: health.qualityRating ?? null,
    messagingLimit: health.messagingLimit ?? null,
    throughput: health.throughputLevel ?? null,
    verifiedName: health.verifiedName ?? null,
    nameStatus: health.nameStatus ?? null,
    codeVerification: health.codeVerificationStatus ?? null,
    canSend: health.canSend ?? null,
  }
}

export function presentDevice(stored: StoredDevice): Device {
  const { qualityRating = null, messagingLimit = null, throughput = null, verifiedName = null } = stored
  const { nameStatus = null, codeVerification = null, canSend = null } = stored
  return { qualityRating, messagingLimit, throughput, verifiedName, nameStatus, codeVerification, canSend }
}
