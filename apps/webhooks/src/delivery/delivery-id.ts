import { createHash } from 'node:crypto'
import { type Id, idFromBytes, idTimeMs } from '@posthorn/contracts'

const timeBytes = 6

/** Derives a delivery id from its event and endpoint, so that the pair can't be stored twice. Ids sort by event time. */
export function deriveDeliveryId(eventId: string, endpointId: string): Id<'dlv'> {
  const bytes = createHash('sha256').update(`${eventId} ${endpointId}`).digest().subarray(0, 16)
  bytes.writeUIntBE(idTimeMs(eventId), 0, timeBytes)
  return idFromBytes('dlv', bytes)
}
