import { type Id, type IdPrefix, idBytes, idFromBytes } from '@posthorn/contracts'

/** Marker at the start of the ids that we derive, so that no provider id is mistaken for a derived id. */
const mark = Buffer.from('PostH')
const markedBytes = mark.length + 16

/** Returns a message's id in the provider's format. Deterministic. */
export function wamidOf(id: string): string {
  return `wamid.${Buffer.concat([mark, idBytes(id)]).toString('base64')}`
}

/** Returns our id for a message. Provider ids are returned unchanged. */
export function messageOf(wamid: string): string {
  if (!wamid.startsWith('wamid.')) return wamid
  const bytes = Buffer.from(wamid.slice('wamid.'.length), 'base64')
  if (bytes.length !== markedBytes || !bytes.subarray(0, mark.length).equals(mark)) return wamid
  return idFromBytes('msg', bytes.subarray(mark.length))
}

/** Origin of a media id: a stored file, or the received message that contains the media. */
const mediaPrefixes = { 1: 'file', 2: 'msg' } as const satisfies Record<number, IdPrefix>

/** Returns the media id of a stored file or of a received message's media. Digits only, like the provider's. */
export function mediaIdOf(id: Id<'file'> | Id<'msg'>): string {
  const kind = id.startsWith('file_') ? 1 : 2
  return BigInt(`0x${kind}${Buffer.from(idBytes(id)).toString('hex')}`).toString()
}

export function ownerOfMedia(mediaId: string): Id<'file'> | Id<'msg'> | undefined {
  if (!/^\d{39,40}$/.test(mediaId)) return undefined
  const hex = BigInt(mediaId).toString(16)
  const prefix = hex.length === 33 ? mediaPrefixes[Number(hex[0]) as 1 | 2] : undefined
  return prefix && idFromBytes(prefix, Buffer.from(hex.slice(1), 'hex'))
}
