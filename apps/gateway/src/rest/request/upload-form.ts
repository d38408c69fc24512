import type { IncomingMessage } from 'node:http'
import type { Clients } from '@posthorn/client'
import { Fault, fail, failField, invalidRequest, type UploadForm, unknownIn } from '@posthorn/contracts'
import { parse as parseDisposition } from 'content-disposition'
import type { z } from 'zod'
import { type CallOptions, faultBehind, type UploadSource } from '../dispatch.ts'
import type { Exchange } from '../exchange.ts'
import type { FilePart } from '../respond/download.ts'
import type { Route } from '../route.ts'
import { failType, unstorableTexts } from './body.ts'
import { parseInput, strayIssues } from './input.ts'
import { openForm } from './multipart.ts'
import { queryDecoder, takesNames } from './query.ts'

type FileHints = { filename?: string | undefined; mime?: string | undefined }

type UploadRequest = { route: Route; form: UploadForm; parameters: Record<string, string> }

/** Opens an upload: a form with a file, or the raw file. Refuses an upload that declares too many bytes or is compressed. */
export async function openUpload({ req, query }: Exchange, upload: UploadRequest): Promise<UploadSource> {
  const { form, route } = upload
  const keys = [...new Set(new URLSearchParams(query).keys())]
  if (keys.length > 0) {
    const issues = strayIssues(route, keys, 'send it as a field of a form, or name the file in Content-Disposition')
    throw invalidRequest({ issues }, { known: route.fields, given: {} })
  }
  if ((req.headers['content-encoding'] ?? 'identity') !== 'identity') failType(req)
  const type = req.headers['content-type'] ?? ''
  if (!/^multipart\//i.test(type)) {
    const hints = { mime: type, filename: filenameOf(req.headers['content-disposition']) }
    return { bytes: rawBytes(req, form.bytesMax), fields: async () => validated(upload, hints, []) }
  }
  if (!/^multipart\/form-data\s*(;|$)/i.test(type)) failType(req)
  const { bytes, texts, ...hints } = await openForm(req, form.bytesMax)
  return { bytes, fields: async () => validated(upload, hints, await texts()) }
}

/** Yields a raw body. Throws if it is too large. */
export async function* rawBytes(req: IncomingMessage, bytesMax: number): AsyncGenerator<Buffer> {
  const tooLarge = () =>
    fail('request:too_large', { message: `The file is over the limit of ${bytesMax} bytes; send a smaller one.` })
  if (Number(req.headers['content-length'] ?? 0) > bytesMax) tooLarge()
  let size = 0
  try {
    for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > bytesMax) break
      yield chunk
    }
  } catch (cause) {
    fail('request:malformed', { cause, message: 'The body ended early; send all of it.' })
  }
  if (size > bytesMax) tooLarge()
}

/** Returns the validated fields of a form. Plain values are decoded like query parameters, and objects are parsed as JSON. */
function validated(
  { route, form, parameters }: UploadRequest,
  hints: FileHints,
  texts: [string, string][],
): Record<string, unknown> {
  const shape = form.fields.shape as Record<string, z.ZodType>
  const isStructured = (name: string) =>
    shape[name] !== undefined && Object.hasOwn(shape, name) && takesNames(shape[name])
  const objects = texts.filter(([name, text]) => isStructured(name) && text.trimStart().startsWith('{'))
  const plain = texts.filter((entry) => !objects.includes(entry))
  const fields = {
    ...hintsIn(shape, hints),
    ...queryDecoder(shape)(new URLSearchParams(plain)),
    ...Object.fromEntries(objects.map(([name, text]) => [name, parsedJson(text)])),
  }
  const errors = unstorableTexts(fields, '')
  if (errors.length > 0) throw new Fault('request:invalid', { errors })
  return parseInput(form.fields, { route, fields, parameters }) as Record<string, unknown>
}

/** Returns the file name and type as fields, if the operation has such fields. Fields that the form states replace them. */
function hintsIn(shape: object, hints: FileHints): Record<string, string> {
  const entries = Object.entries(hints).filter(([name, value]) => value !== undefined && Object.hasOwn(shape, name))
  return Object.fromEntries(entries) as Record<string, string>
}

/** Returns the parsed JSON. Invalid JSON is returned as a string, which validation refuses. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Returns the file name in a `Content-Disposition` header, or undefined if it can't be parsed. */
export function filenameOf(disposition: string | undefined): string | undefined {
  if (disposition === undefined) return undefined
  try {
    return parseDisposition(disposition).parameters['filename']
  } catch {
    return undefined
  }
}

/** Returns the id of the stored file that the input names. Returns undefined if there is none or the operation accepts none. */
export function storedFileIn(form: UploadForm, input: unknown): string | undefined {
  const path = form.fromFile?.field.split('.') ?? []
  const id = path.reduce<unknown>((inner, name) => (inner as Record<string, unknown> | null | undefined)?.[name], input)
  return typeof id === 'string' && id !== '' ? id : undefined
}

/** Opens a stored file on behalf of the caller, with the input as its fields. */
export async function openStoredFile(
  clients: Clients,
  { id, form, input, call }: { id: string; form: UploadForm; input: unknown; call: CallOptions },
): Promise<UploadSource> {
  const read = (offset: number): Promise<FilePart> =>
    clients.messaging.files.download.query({ id, offset }, clients.calling(call)).catch((err: unknown) => {
      const fault = faultBehind(err)
      throw fault.code === 'file:not_found'
        ? fault.withErrors([unknownIn(fault.code, form.fromFile?.field ?? 'file')])
        : fault
    })
  const first = await read(0)
  if (first.size > form.bytesMax)
    fail('file:too_large', { message: `The file is over the limit of ${form.bytesMax} bytes; use a smaller one.` })
  refuseOtherTypes(form, first.mime)
  async function* bytes() {
    for (let part = first; ; part = await read(part.next)) {
      yield Buffer.from(part.content, 'base64')
      if (part.next === null) return
    }
  }
  const fields = Object.entries(input as object).filter(([name]) => Object.hasOwn(form.fields.shape, name))
  return { bytes: bytes(), fields: async () => Object.fromEntries(fields) }
}

/** Fails if the operation accepts only other types of stored files. */
function refuseOtherTypes({ fromFile }: UploadForm, mime: string): void {
  if (fromFile?.mimes === undefined || fromFile.mimes.includes(mime)) return
  const message = `must be a file of type ${fromFile.mimes.join(' or ')}, not ${mime}`
  failField(fromFile.field, message)
}
