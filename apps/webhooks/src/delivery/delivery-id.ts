import { createHash } from 'node:crypto'
import { type Id, idFromBytes, idTimeMs } from '@posthorn/contracts'

const timeBytes = 6

/** Derives a delivery's id from event and endpoint, ordered by the event's time, so that a pair can't be stored twice. */
export function deriveDeliveryId(eventId: string, endpointId: string): Id<'dlv'> {
  const bytes = createHash('sha256').update(`${eventId} ${endpointId}`).digest().subarray(0, 16)
  bytes.writeUIntBE(idTimeMs(eventId), 0, timeBytes)
  return idFromBytes('dlv', bytes)
}
