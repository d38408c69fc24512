import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Busboy } from '@fastify/busboy'
import { Fault, type FieldError, fail } from '@posthorn/contracts'

/** The file of a form as it comes in, and the form's texts, which are known when the form has ended. */
export type Form = {
  bytes: AsyncIterable<Buffer>
  filename: string | undefined
  mime: string | undefined
  texts(): Promise<[name: string, text: string][]>
}

type Parser = InstanceType<typeof Busboy>

const partName = 'file'
/** What a form may have beside the bytes of its file. */
const limits = {
  parts: 100,
  fields: 50,
  fieldNameSize: 100,
  fieldSize: 64 * 1024,
  headerPairs: 20,
  headerSize: 8 * 1024,
}
const formBytesMax = 512 * 1024

type Part = {
  stream: AsyncIterable<Buffer> & { destroy(err?: Error): void }
  filename: string | undefined
  mime: string | undefined
}
type Seen = { texts: [string, string][]; errors: FieldError[]; file?: Part }

const fault = (path: string, message: string): FieldError => ({ path, code: 'field:invalid', message })

/**
 * Opens a form: resolves when its file begins, rejects when it has none. Whatever is wrong with the form is said at its end, all at
 * once, by `texts`; a form that breaks off breaks `bytes`.
 */
export async function openForm(req: IncomingMessage, bytesMax: number): Promise<Form> {
  const stop = new AbortController()
  const form = parserOf(req)
  const seen: Seen = { texts: [], errors: [] }
  const begun = collect(form, seen)
  const ended = feed(req, form, { bytesMax: bytesMax + formBytesMax, signal: stop.signal })
  ended.catch((err: Error) => seen.file?.stream.destroy(err))
  const file = await Promise.race([begun, ended.then(() => seen.file)])
  if (!file) refuse([...seen.errors, fault(partName, 'must be there: one part of this name, with a filename')])
  return {
    bytes: bytesOf(file, { bytesMax, stop }),
    filename: file.filename,
    mime: file.mime,
    async texts() {
      await ended
      if (seen.errors.length > 0) refuse(seen.errors)
      return seen.texts
    },
  }
}

function refuse(errors: FieldError[]): never {
  throw new Fault('request:invalid', { errors })
}

function parserOf({ headers }: IncomingMessage): Parser {
  try {
    const form = new Busboy({ headers: headers as { 'content-type': string }, limits, preservePath: true })
    // An error may come more than once, and after everybody who listened has gone.
    return form.on('error', () => {})
  } catch (cause) {
    throw brokenForm(cause)
  }
}

function brokenForm(cause: unknown): Fault {
  if (cause instanceof Fault) return cause
  const message = 'The body is no whole multipart/form-data: it has a boundary in its type, parts, and an end.'
  return new Fault('request:malformed', { cause, message })
}

/** Notes what comes by; resolves with the first part of the right name. */
function collect(form: Parser, seen: Seen): Promise<Part> {
  return new Promise((resolve) => {
    // The parser calls with five parameters.
    // oxlint-disable-next-line max-params
    form.on('file', (name, stream, filename, _encoding, mime) => {
      stream.on('error', () => {})
      if (name === partName && !seen.file) {
        // What names no type counts as text/plain by RFC 7578, and therefore says nothing.
        seen.file = { stream, filename, mime: mime === 'text/plain' ? undefined : mime }
        return resolve(seen.file)
      }
      // Read to its end, so that what follows it is seen.
      stream.resume()
      const message = name === partName ? 'comes more than once' : 'is no field of this form'
      seen.errors.push(fault(name ?? '', message))
    })
    // oxlint-disable-next-line max-params
    form.on('field', (name, text, nameTruncated, textTruncated) => {
      if (name === partName) seen.errors.push(fault(name, 'must be a file, with a filename'))
      else if (nameTruncated || textTruncated) seen.errors.push(fault(name, 'is too long'))
      else seen.texts.push([name, text])
    })
    form.on('fieldsLimit', () => seen.errors.push(fault('', `At most ${limits.fields} fields.`)))
  })
}

type Feeding = { bytesMax: number; signal: AbortSignal }

/** Gives the parser what comes, no faster than its file is read. */
async function feed(req: IncomingMessage, form: Parser, { bytesMax, signal }: Feeding): Promise<void> {
  const finished = once(form, 'finish', { signal })
  finished.catch(() => {})
  let size = 0
  try {
    for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > bytesMax) fail('request:too_large', { message: `More than ${bytesMax} bytes are not taken here.` })
      if (!form.write(chunk)) await once(form, 'drain', { signal })
    }
    form.end()
    await finished
  } catch (err) {
    throw brokenForm(err)
  }
}

async function* bytesOf(
  { stream }: Part,
  { bytesMax, stop }: { bytesMax: number; stop: AbortController },
): AsyncGenerator<Buffer> {
  let size = 0
  let whole = false
  try {
    for await (const chunk of stream) {
      size += chunk.length
      if (size > bytesMax) fail('request:too_large', { message: `A file may have ${bytesMax} bytes here.` })
      yield chunk
    }
    whole = true
  } catch (err) {
    throw brokenForm(err)
  } finally {
    if (!whole) stop.abort()
  }
}
