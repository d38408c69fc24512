import { Fault, type Mutation, messaging } from '@posthorn/contracts'
import { type Fields, refuseField, textOf } from '../face/body.ts'
import { Outcome } from '../face/route.ts'
import type { Session } from '../face/session.ts'

/** Returns a stored file's bytes as the response. */
export async function storedFile(session: Session, id: string): Promise<Outcome> {
  const more = (offset: number) => session.ask(messaging.files.download, { id, offset })
  return new Outcome({ file: { first: await more(0), more } })
}

/** Returns media with a public URL, which the provider downloads. Media at other URLs are downloaded here and become a file. */
export async function mediaAt(
  session: Session,
  url: string,
  path: string,
): Promise<{ url: string } | { file: string }> {
  const host = URL.canParse(url) && /^https?:/i.test(url) ? new URL(url).hostname : undefined
  if (host === undefined || /\.[a-z]{2,}$/i.test(host)) return { url }
  return { file: await storeAt(session, url, path) }
}

/** Stores the file at a URL. An error names the field with the URL. */
async function storeAt(session: Session, url: string, path: string): Promise<string> {
  try {
    return (await session.ask(messaging.files.create, { url })).id
  } catch (err) {
    throw err instanceof Fault ? new Fault(err.code, { message: err.message, errors: atPath(err, path) }) : err
  }
}

const atPath = ({ code, message, errors }: Fault, path: string) =>
  errors.length > 0 ? errors.map((error) => ({ ...error, path })) : [{ path, code, message }]

async function* single(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

/** Sets a picture, which the body names by `url` or includes as base64 in `image`. */
export async function setPicture(
  session: Session,
  body: Fields,
  { operation, id }: { operation: Mutation; id: string },
): Promise<unknown> {
  const image = textOf(body, 'image')
  if (image !== undefined) {
    const bytes = Buffer.from(image.replace(/^data:[^,]*,/, ''), 'base64')
    return session.upload(operation, { bytes: single(bytes), fields: async () => ({ id }) })
  }
  const url = textOf(body, 'url') ?? refuseField('url', 'send url or image')
  const file = await storeAt(session, url, 'url')
  return session.uploadStored(operation, { file, input: { id } })
}
