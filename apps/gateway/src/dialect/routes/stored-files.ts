import { allOperations, type Mutation, messaging, type UploadForm } from '@posthorn/contracts'
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
  const file = (await session.ask(messaging.files.create, { url })).id
  const form = operation.upload as UploadForm
  const clients = session.parts.deps.unbatchedClients
  const call = session.identity()
  return upload(session, operation, await openStoredFile(clients, { id: file, form, input: { id }, call }))
}
