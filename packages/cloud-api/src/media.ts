import { setTimeout as wait } from 'node:timers/promises'
import { type MountedCaller, type Id, type Mutation, messaging, type OutputOf } from '@posthorn/contracts'
import type { GraphAnswer, GraphRequest } from './call.ts'
import { refuse, refuseObject } from './fault.ts'
import { mediaIdOf, ownerOfMedia } from './ids.ts'

type StoredFile = OutputOf<typeof messaging.files.get>

/** Received media are downloaded within seconds, but a program may request them immediately. */
const fetchedWithinMs = 15_000
const pauseMs = 250

/** Stores media to send later by id. */
export async function uploadMedia(request: GraphRequest, call: MountedCaller): Promise<object> {
  const { bytes, filename, texts } = await request.openFile()
  const fields = async () => {
    const product = (await texts()).find(([name]) => name === 'messaging_product')?.[1]
    if (product !== 'whatsapp') refuse(100, 'The parameter messaging_product is required: whatsapp.')
    return filename ? { filename } : {}
  }
  const stored = (await call.upload(messaging.files.create as unknown as Mutation, { bytes, fields })) as StoredFile
  return { id: mediaIdOf(stored.id as Id<'file'>) }
}

/** Returns the file of media; for a received message, once it is downloaded. */
async function fileOf({ ask }: MountedCaller, mediaId: string, method: string): Promise<StoredFile> {
  const owner = ownerOfMedia(mediaId) ?? refuseObject(mediaId, method)
  if (owner.startsWith('file_')) return ask(messaging.files.get, { id: owner })
  for (const untilMs = Date.now() + fetchedWithinMs; ; await wait(pauseMs)) {
    const { media } = await ask(messaging.messages.get, { id: owner })
    if (media?.file) return ask(messaging.files.get, { id: media.file })
    if (media === undefined) return refuseObject(mediaId, method)
    if (media.error !== null || Date.now() > untilMs)
      return refuse(131000, media.error ?? 'The media are not fetched yet; try again in a moment.')
  }
}

/** Returns URL and properties of media. */
export async function describeMedia(request: GraphRequest, call: MountedCaller, id: string): Promise<object> {
  const file = await fileOf(call, id, request.method)
  return {
    messaging_product: 'whatsapp',
    url: `${request.base}/download/${id}`,
    mime_type: file.mime,
    sha256: file.sha256,
    file_size: String(file.size),
    id,
  }
}

export async function downloadMedia(call: MountedCaller, mediaId: string): Promise<GraphAnswer> {
  const { id } = await fileOf(call, mediaId, 'get')
  const more = (offset: number) => call.ask(messaging.files.download, { id, offset })
  return { file: { first: await more(0), more } }
}

export async function deleteMedia(call: MountedCaller, id: string): Promise<object> {
  const file = await fileOf(call, id, 'delete')
  await call.ask(messaging.files.remove, { id: file.id })
  return { success: true }
}
