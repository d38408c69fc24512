import { type EventData, type Id, type IdPrefix, idBytes, idFromBytes, type Sparse } from '@posthorn/contracts'

type Json = Record<string, unknown>

/** Returns the message id that programs know: one derived from ours if we sent the message, otherwise the provider's. */
export const knownId = ({
  id,
  direction,
  providerId,
  via,
}: {
  id: string
  direction: string
  providerId?: string | undefined
  via?: string | undefined
}): string => ((direction === 'in' || via === 'app') && providerId !== undefined ? providerId : wamidOf(id))

/** The tag on our calls, used to match statuses to messages. */
const ownTag = /^(msg_[0-9a-z]{26}):\d+$/

type Known = {
  /** Ids known to programs, by provider id. */
  ids: Map<string, string>
  media: string | undefined
  reference: string | undefined
}

/** Replaces provider ids in a change's value with the ids that programs know. `message`: the message that the change is about. */
export function translatedValue(value: Json, message?: Sparse<EventData<'message:in'>>): Json {
  const ids = new Map<string, string>()
  const { media, quote, summaries } = message ?? {}
  if (message?.providerId !== undefined) ids.set(message.providerId, knownId(message))
  if (message !== undefined && media?.providerId !== undefined)
    ids.set(media.providerId, mediaIdOf(message.id as Id<'msg'>))
  for (const { id, context, biz_opaque_callback_data: tag } of updatesIn(value)) {
    const about = (context as Json | undefined)?.['id']
    if (typeof about === 'string' && quote !== undefined && summaries?.quoted?.direction !== 'in')
      ids.set(about, wamidOf(quote))
    const sent = ownTag.exec(String(tag))?.[1]
    if (typeof id === 'string' && sent !== undefined) ids.set(id, wamidOf(sent))
  }
  return translate(value, { ids, media: media?.providerId, reference: message?.reference }) as Json
}

const lists = ['messages', 'statuses', 'message_echoes']

/** Returns the messages and statuses in a change's value. */
const updatesIn = (value: Json): Json[] =>
  lists.flatMap((name) => (Array.isArray(value[name]) ? (value[name] as Json[]) : []))

/** Replaces known ids at any depth. Our tag becomes the program's reference, and the provider's media URL is left out. */
function translate(value: unknown, known: Known): unknown {
  if (typeof value === 'string') return known.ids.get(value) ?? value
  if (Array.isArray(value)) return value.map((each) => translate(each, known))
  if (typeof value !== 'object' || value === null) return value
  const isMedia = known.media !== undefined && (value as Json)['id'] === known.media
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => {
      // Only the number's token can open the provider's URL.
      if (isMedia && name === 'url') return []
      if (name === 'biz_opaque_callback_data' && ownTag.test(String(each)))
        return known.reference === undefined ? [] : [[name, known.reference]]
      return [[name, translate(each, known)]]
    }),
  )
}

/** Marker at the start of the ids that we derive, so that no provider id is mistaken for a derived id. */
const mark = Buffer.from('PostH')
const markedBytes = mark.length + 16

/** Returns a message's id in the provider's format. Deterministic. */
export const wamidOf = (id: string): string => `wamid.${Buffer.concat([mark, idBytes(id)]).toString('base64')}`

/** Returns our id for a message. Provider ids are returned unchanged. */
export function messageIdOf(wamid: string): string {
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

/** Returns the file or message that a media id was derived from. Undefined for the provider's ids. */
export function ownerOfMedia(mediaId: string): Id<'file'> | Id<'msg'> | undefined {
  if (!/^\d{39,40}$/.test(mediaId)) return undefined
  // One digit for the kind, then the id's sixteen bytes.
  const hex = BigInt(mediaId).toString(16)
  const prefix = hex.length === 33 ? mediaPrefixes[Number(hex[0]) as 1 | 2] : undefined
  return prefix && idFromBytes(prefix, Buffer.from(hex.slice(1), 'hex'))
}
