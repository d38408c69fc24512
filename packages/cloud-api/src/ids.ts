import { type Id, type IdPrefix, idBytes, idFromBytes } from '@posthorn/contracts'

/** First bytes of the ids that are made of ours, so that no id of the provider is taken for one. */
const mark = Buffer.from('PostH')
const markedBytes = mark.length + 16

/** Returns the id of a message in the provider's form. The same message always has the same one. */
export function wamidOf(id: string): string {
  return `wamid.${Buffer.concat([mark, idBytes(id)]).toString('base64')}`
}

/** Returns our id of a message; an id of the provider stays as it is. */
export function messageOf(wamid: string): string {
  if (!wamid.startsWith('wamid.')) return wamid
  const bytes = Buffer.from(wamid.slice('wamid.'.length), 'base64')
  if (bytes.length !== markedBytes || !bytes.subarray(0, mark.length).equals(mark)) return wamid
  return idFromBytes('msg', bytes.subarray(mark.length))
}

/** What the id of media is made of: the file, or the received message that has it. */
const mediaPrefixes = { 1: 'file', 2: 'msg' } as const satisfies Record<number, IdPrefix>

/** Returns an id of media, digits only as the provider's are: of a stored file, or of the media of a received message. */
export function mediaIdOf(id: Id<'file'> | Id<'msg'>): string {
  const kind = id.startsWith('file_') ? 1 : 2
  return BigInt(`0x${kind}${Buffer.from(idBytes(id)).toString('hex')}`).toString()
}

/** Returns the file or message that an id of media is made of; undefined for one of the provider. */
export function ownerOfMedia(mediaId: string): Id<'file'> | Id<'msg'> | undefined {
  if (!/^\d{39,40}$/.test(mediaId)) return undefined
  const hex = BigInt(mediaId).toString(16)
  const prefix = hex.length === 33 ? mediaPrefixes[Number(hex[0]) as 1 | 2] : undefined
  return prefix && idFromBytes(prefix, Buffer.from(hex.slice(1), 'hex'))
}
