import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Busboy } from '@fastify/busboy'
import { Fault, type FieldError, fail, fieldProblem, invalidRequest, type UploadForm } from '@posthorn/contracts'
import { parse as parseDisposition } from 'content-disposition'
import type { z } from 'zod'
import type { Exchange } from '../exchange.ts'
import type { Route, UploadSource } from '../route.ts'
import { failType, unstorableTexts } from './body.ts'
import { parseInput, strayIssues } from './input.ts'
import { queryDecoder, takesNames } from './query.ts'

/** A form's file as it arrives. `texts` returns the form's other fields, which are known only once the form ends. */
type Form = {
  bytes: AsyncIterable<Buffer>
  filename: string | undefined
  mime: string | undefined
  texts(): Promise<[name: string, text: string][]>
}

type Parser = InstanceType<typeof Busboy>

const partName = 'file'
/** Limits of a form, in addition to its file's size. */
const limits = {
  parts: 100,
  fields: 50,
  fieldSize: 64 * 1024,
  headerPairs: 20,
  headerSize: 8 * 1024,
}
/** Maximum size of a form in addition to its file. */
const formBytesMax = 512 * 1024

type Part = {
  stream: AsyncIterable<Buffer> & { destroy(err?: Error): void }
  filename: string | undefined
  mime: string | undefined
}
type FormParts = { texts: [string, string][]; errors: FieldError[]; file?: Part }

/**
 * Opens a form. Resolves when its file begins and rejects if it has none. At the end of the form, `texts` rejects with all of its errors.
 * If the form is interrupted, `bytes` is interrupted too.
 */
export async function openForm(req: IncomingMessage, bytesMax: number): Promise<Form> {
  const stop = new AbortController()
  const form = parserOf(req)
  const parts: FormParts = { texts: [], errors: [] }
  const begun = collect(form, parts)
  const ended = feed(req, form, { bytesMax: bytesMax + formBytesMax, signal: stop.signal })
  ended.catch((err: Error) => parts.file?.stream.destroy(err))
  const file = await Promise.race([begun, ended.then(() => parts.file)])
  if (!file)
    refuse([...parts.errors, fieldProblem(partName, 'is required: send one part with this name and a filename')])
  return {
    bytes: bytesOf(file, { bytesMax, stop }),
    filename: file.filename,
    mime: file.mime,
    async texts() {
      await ended
      if (parts.errors.length > 0) refuse(parts.errors)
      return parts.texts
    },
  }
}

/** Fails with all errors of a form. */
function refuse(errors: FieldError[]): never {
  throw new Fault('request:invalid', { errors })
}

/** Creates the parser for a form. Fails if the form has no boundary. */
function parserOf({ headers }: IncomingMessage): Parser {
  try {
    const form = new Busboy({ headers: headers as { 'content-type': string }, limits, preservePath: true })
    // Ignores late errors: one may be emitted twice, or after the other listeners are removed.
    return form.on('error', () => {})
  } catch (cause) {
    throw brokenForm(cause)
  }
}

/** Returns the fault for a form that ended early or is malformed. */
function brokenForm(cause: unknown): Fault {
  if (cause instanceof Fault) return cause
  const message =
    'The body is not complete multipart/form-data; send the boundary in Content-Type, all parts, and the closing boundary.'
  return new Fault('request:malformed', { cause, message })
}

/** Collects the form's parts and problems. Resolves with the first file part that has the right name, or never if there is none. */
function collect(form: Parser, parts: FormParts): Promise<Part> {
  return new Promise((resolve) => {
    // The parser calls with five parameters.
    // oxlint-disable-next-line max-params
    form.on('file', (name, stream, filename, _encoding, mime) => {
      stream.on('error', () => {})
      if (name === partName && !parts.file) {
        // RFC 7578: a part without a type defaults to text/plain, so this type carries no information.
        parts.file = { stream, filename, mime: mime === 'text/plain' ? undefined : mime }
        return resolve(parts.file)
      }
      // Drains the stream, so that later parts arrive.
      stream.resume()
      const message =
        name === partName ? 'is given more than once; send one file' : 'is not a field of this form; remove it'
      parts.errors.push(fieldProblem(name ?? '', message))
    })
    form.on('field', (name, text, _nameTruncated, isTruncated) => {
      if (name === partName) parts.errors.push(fieldProblem(name, 'must be a file, with a filename'))
      else if (isTruncated) parts.errors.push(fieldProblem(name, 'is too long; send at most 64 KiB'))
      else parts.texts.push([name, text])
    })
    form.on('fieldsLimit', () => parts.errors.push(fieldProblem('', `must be at most ${limits.fields} fields`)))
  })
}

const stalledMs = 60_000

/**
 * Yields a body's chunks. Fails if none arrives for a minute: a stalled upload would count as open for fifteen. The
 * request isn't destroyed, because it still gets a response.
 */
async function* chunksOf(req: IncomingMessage): AsyncGenerator<Buffer> {
  const chunks = req.iterator({ destroyOnReturn: false })
  const message = 'No more of the body arrived for a minute; send it faster.'
  try {
    for (;;) {
      const chunk = await new Promise<IteratorResult<Buffer>>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Fault('request:malformed', { message })), stalledMs)
        void chunks
          .next()
          .then(resolve, reject)
          .finally(() => clearTimeout(timer))
      })
      if (chunk.done) return
      yield chunk.value
    }
  } finally {
    void chunks.return?.()
  }
}

/** Feeds the parser no faster than the file is read, so that a large file does not fill the memory. */
async function feed(
  req: IncomingMessage,
  form: Parser,
  { bytesMax, signal }: { bytesMax: number; signal: AbortSignal },
): Promise<void> {
  const finished = once(form, 'finish', { signal })
  finished.catch(() => {})
  let size = 0
  try {
    for await (const chunk of chunksOf(req)) {
      size += chunk.length
      if (size > bytesMax)
        fail('request:too_large', { message: `The form is over the limit of ${bytesMax} bytes; send less.` })
      if (!form.write(chunk)) await once(form, 'drain', { signal })
    }
    form.end()
    await finished
  } catch (err) {
    throw brokenForm(err)
  }
}

/**
 * Yields a file's bytes. If the reader stops early, stops the feed, too, because it waits for the reader.
 *
 * @throws Fault `request:too_large`, or `request:malformed` if the form ends early.
 */
async function* bytesOf(
  { stream }: Part,
  { bytesMax, stop }: { bytesMax: number; stop: AbortController },
): AsyncGenerator<Buffer> {
  let size = 0
  let isComplete = false
  try {
    for await (const chunk of stream) {
      size += chunk.length
      if (size > bytesMax)
        fail('request:too_large', { message: `The file is over the limit of ${bytesMax} bytes; send a smaller one.` })
      yield chunk
    }
    isComplete = true
  } catch (err) {
    throw brokenForm(err)
  } finally {
    if (!isComplete) stop.abort()
  }
}

type FileHints = { filename?: string | undefined; mime?: string | undefined }

type UploadRequest = { route: Route; form: UploadForm; parameters: Record<string, string> }

/** Opens an upload: a form with a file, or the raw file. Refuses query parameters, compression, and other multipart types. */
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

/** Yields a raw body. Throws if it is too large, ends early or stalls. */
export async function* rawBytes(req: IncomingMessage, bytesMax: number): AsyncGenerator<Buffer> {
  const tooLarge = () =>
    fail('request:too_large', { message: `The file is over the limit of ${bytesMax} bytes; send a smaller one.` })
  if (Number(req.headers['content-length'] ?? 0) > bytesMax) tooLarge()
  let size = 0
  try {
    for await (const chunk of chunksOf(req)) {
      size += chunk.length
      if (size > bytesMax) break
      yield chunk
    }
  } catch (cause) {
    if (cause instanceof Fault) throw cause
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

/** Returns the file name in a `Content-Disposition` header. It is only a hint, so a header that can't be parsed counts as none. */
export function filenameOf(disposition: string | undefined): string | undefined {
  if (disposition === undefined) return undefined
  try {
    return parseDisposition(disposition).parameters['filename']
  } catch {
    return undefined
  }
}
