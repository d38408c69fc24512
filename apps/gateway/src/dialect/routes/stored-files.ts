import { allOperations, Fault, type Mutation, messaging, type UploadForm } from '@posthorn/contracts'
import { faultBehind, forwardUpload, type UploadSource } from '../../rest/dispatch.ts'
import { openStoredFile } from '../../rest/request/stored-file.ts'
import { sendFile } from '../../rest/respond/download.ts'
import { type Fields, refuseField, textOf } from '../face/body.ts'
import type { Session } from '../face/session.ts'

/** Sends the bytes of a stored file as the answer. */
export async function sendStoredFile(session: Session, id: string): Promise<void> {
  const more = (offset: number) => session.ask(messaging.files.download, { id, offset })
  await sendFile(session.exchange, { offset: 0, first: await more(0), more })
}

/** Calls an operation that takes bytes. */
export async function upload(session: Session, operation: Mutation, source: UploadSource): Promise<unknown> {
  session.refuseWithout(operation.scope)
  const placed = allOperations().find((each) => each.operation === operation)
  if (placed === undefined) throw new Error('an operation of the dialect is not in the contract')
  try {
    const call = session.identity()
    return await forwardUpload(session.parts.deps.unbatchedClients, placed, { ...source, call })
  } catch (err) {
    throw faultBehind(err)
  }
}

/** Returns media by their public address, which the provider fetches; those at another address are fetched here and named as a file. */
export async function mediaAt(
  session: Session,
  url: string,
  path: string,
): Promise<{ url: string } | { file: string }> {
  const host = URL.canParse(url) && /^https?:/i.test(url) ? new URL(url).hostname : undefined
  if (host === undefined || /\.[a-z]{2,}$/i.test(host)) return { url }
  return { file: await storeAt(session, url, path) }
}

/** Stores the file at an address; a refusal names the field that has the address. */
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

/** Sets the picture of a thing: one that a body names by `url`, or brings as `image` in base64. */
export async function setPicture(
  session: Session,
  body: Fields,
  { operation, id }: { operation: Mutation; id: string },
): Promise<unknown> {
  const image = textOf(body, 'image')
  if (image !== undefined) {
    const bytes = Buffer.from(image.replace(/^data:[^,]*,/, ''), 'base64')
    return upload(session, operation, { bytes: single(bytes), fields: async () => ({ id }) })
  }
  const url = textOf(body, 'url') ?? refuseField('url', 'send url or image')
  const file = await storeAt(session, url, 'url')
  const form = operation.upload as UploadForm
  const clients = session.parts.deps.unbatchedClients
  const call = session.identity()
  return upload(session, operation, await openStoredFile(clients, { id: file, form, input: { id }, call }))
}
