import { failField, refusalOfDeliverAt } from '@posthorn/contracts'

/** Reads when a post is to begin; null: at once. Refuses times that are not possible. */
export function deliverTime(deliverAt: string | null | undefined): Date | null {
  if (deliverAt === null || deliverAt === undefined) return null
  const at = new Date(deliverAt)
  const message = refusalOfDeliverAt(at, new Date())
  if (message !== null) failField('deliverAt', message)
  return at
}
