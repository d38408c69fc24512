/** `outbound` is sent by the business, `inbound` is written by a customer. */
export type WamidKind = 'outbound' | 'inbound'

const kinds: WamidKind[] = ['outbound', 'inbound']
const instanceBytes = 6
/** Only the first is used. With all three, an id has 15 bytes, which base64 writes without padding. */
const kindBytes = 3
const sequenceBytes = 6

/** Creates a message id from the data folder's instance (12 hex digits), the kind and a sequence number. */
export function makeWamid(instance: string, kind: WamidKind, sequence: number): string {
  const bytes = Buffer.alloc(instanceBytes + kindBytes + sequenceBytes)
  bytes.write(instance, 'hex')
  bytes.writeUInt8(kinds.indexOf(kind), instanceBytes)
  bytes.writeUIntBE(sequence, instanceBytes + kindBytes, sequenceBytes)
  return `wamid.${bytes.toString('base64')}`
}

/** Parses an id that `makeWamid` created for this data folder. Returns undefined for any other id. */
export function readWamid(instance: string, wamid: string): { kind: WamidKind; n: number } | undefined {
  const bytes = Buffer.from(wamid.slice('wamid.'.length), 'base64')
  if (bytes.length !== instanceBytes + kindBytes + sequenceBytes || !wamid.startsWith('wamid.')) return undefined
  if (bytes.toString('hex', 0, instanceBytes) !== instance) return undefined
  const kind = kinds[bytes.readUInt8(instanceBytes)]
  return kind && { kind, n: bytes.readUIntBE(instanceBytes + kindBytes, sequenceBytes) }
}
