import type { EventData, Id, Sparse } from '@posthorn/contracts'
import { mediaIdOf, wamidOf } from './ids.ts'

type Message = Sparse<EventData<'message:in'>>
type Json = Record<string, unknown>

/** Returns the message id that programs know: this API's id if we sent the message, otherwise the provider's. */
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
export function translatedValue(value: Json, message?: Message): Json {
  const ids = new Map<string, string>()
  const { media, quote, summaries } = message ?? {}
  if (message?.providerId !== undefined) ids.set(message.providerId, knownId(message))
  if (message !== undefined && media?.providerId !== undefined)
    ids.set(media.providerId, mediaIdOf(message.id as Id<'msg'>))
  for (const { id, context, biz_opaque_callback_data: tag } of itemsOf(value)) {
    const about = (context as Json | undefined)?.['id']
    if (typeof about === 'string' && quote !== undefined && summaries?.quoted?.direction !== 'in')
      ids.set(about, wamidOf(quote))
    const sent = ownTag.exec(String(tag))?.[1]
    if (typeof id === 'string' && sent !== undefined) ids.set(id, wamidOf(sent))
  }
  return translate(value, { ids, media: media?.providerId, reference: message?.reference }) as Json
}

const lists = ['messages', 'statuses', 'message_echoes']

function itemsOf(value: Json): Json[] {
  return lists.flatMap((name) => (Array.isArray(value[name]) ? (value[name] as Json[]) : []))
}

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
