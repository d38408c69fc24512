import { expiresInSeconds, failField, refusalOfDeliverAt } from '@posthorn/contracts'

type Times = { deliverAt?: string | null | undefined; expiresIn?: number | undefined; expiresAt?: string | undefined }

/**
 * Returns when a message is due, which is now unless it is scheduled, and until when it may be sent. Refuses times outside their limits.
 */
export function dueTimes(input: Times, now: Date): { scheduled: boolean; dueAt: Date; expiresAt: Date } {
  const deliverAt = input.deliverAt ? new Date(input.deliverAt) : now
  const refusal = refusalOfDeliverAt(deliverAt, now)
  if (refusal !== null) failField('deliverAt', refusal)
  const scheduled = deliverAt > now
  const dueAt = scheduled ? deliverAt : now
  const validSeconds = input.expiresIn ?? expiresInSeconds.default
  const expiresAt = input.expiresAt ? new Date(input.expiresAt) : new Date(dueAt.getTime() + validSeconds * 1000)
  if (input.expiresAt) checkExpiry(expiresAt, dueAt)
  return { scheduled, dueAt, expiresAt }
}

/** Refuses an `expiresAt` outside `expiresInSeconds`. The contract checks `expiresIn`. */
export function checkExpiry(expiresAt: Date, dueAt: Date): void {
  const seconds = (expiresAt.getTime() - dueAt.getTime()) / 1000
  if (seconds < expiresInSeconds.min || seconds > expiresInSeconds.max) {
    failField('expiresAt', 'must be 60 seconds to 72 hours after the message is due')
  }
}
