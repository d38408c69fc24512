import { createHash } from 'node:crypto'
import { type Id, idFromBytes, idTimeMs } from '@posthorn/contracts'

const timeBytes = 6

/** Derives the id of the delivery of an event to an endpoint, ordered by the time of the event: the same pair cannot be stored twice. */
export function deriveDeliveryId(eventId: string, endpointId: string): Id<'dlv'> {
  const bytes = createHash('sha256').update(`${eventId} ${endpointId}`).digest().subarray(0, 16)
  bytes.writeUIntBE(idTimeMs(eventId), 0, timeBytes)
  return idFromBytes('dlv', bytes)
}
