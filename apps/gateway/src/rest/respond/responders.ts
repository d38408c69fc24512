import type { Clients } from '@posthorn/client'
import { fail, failField, fileBytesMax, type filePart, type UploadForm, unknownIn } from '@posthorn/contracts'
import { create as contentDisposition } from 'content-disposition'
import type { z } from 'zod'
import { type AdmissionOptions, isStillAllowed } from '../admission.ts'
import { drained, type Exchange, faultBehind, sendJson } from '../exchange.ts'
import { openCall } from '../request/input.ts'
import { type CallOptions, callService, type Route, signalOf, type UploadSource } from '../route.ts'
import { firstByteAsked, rangeOf } from './range.ts'

/** How many refusals in a response cost one request. Each is validated twice, and serialized and parsed by two processes. */
const refusalsPerRequest = 10

/** Serves operations that return one JSON value: admits, calls, responds. Charges extra for a batch's refused entries. */
export const jsonResponder =
  (route: Route, admission: AdmissionOptions): Respond =>
  async (exchange, parameters) => {
    const call = await openCall(admission, exchange, { route, parameters })
    const output = await callService(exchange, call, signalOf(exchange, route))
    const more = Math.floor(refusalsIn(output) / refusalsPerRequest)
    if (more > 0) exchange.charge?.(more)
    sendOutput(exchange, route, { input: call.input, output })
  }

/** Sends an output, with a link to the next page if there is one. */
export function sendOutput(exchange: Exchange, route: Route, { input, output }: { input: unknown; output: unknown }) {
  linkNext(exchange, route.operation.following?.(input as never, output as never))
  sendJson(exchange, statusOf(route, output), output)
}

/** Links to the next page, whose query has these fields instead of the request's. */
export function linkNext({ headers, path, publicUrl, query }: Exchange, fields: object | undefined): void {
  if (fields === undefined) return
  const following = new URLSearchParams(query)
  for (const [name, value] of Object.entries(fields)) following.set(name, String(value))
  headers['Link'] = `<${publicUrl}/v1${path}?${following.toString()}>; rel="next"`
}

/** Counts the refused entries in a batch's output. */
const refusalsIn = (output: unknown): number =>
  Array.isArray(output) ? output.filter((entry: object) => !('id' in entry) && 'error' in entry).length : 0

/** Returns the status of a response. Some operations have another one if what they would create exists already. */
function statusOf({ status, operation: { statusOfExisting = status } }: Route, output: unknown): number {
  const isExisting = typeof output === 'object' && output !== null && 'created' in output && output.created === false
  return isExisting ? statusOfExisting : status
}

export type Respond = (exchange: Exchange, parameters: Record<string, string>) => Promise<void>

export type Responder = (route: Route, admission: AdmissionOptions) => Respond

/** A chunk of a file, with the properties of the entire file. */
export type FilePart = z.output<typeof filePart>

/** A file from an offset. `read` returns the chunk at a position, or null if the caller has lost access. */
type DownloadSource = { offset: number; read(from: number): Promise<FilePart | null> }

/** Responds with a file. Fetches each chunk with its own call, so that no process holds a whole file. */
export const downloadResponder =
  (route: Route, options: AdmissionOptions): Respond =>
  async (exchange, parameters) => {
    const call = await openCall(options, exchange, { route, parameters })
    const signal = signalOf(exchange, route)
    const { offset } = call.input as { offset: number }
    const read = async (from: number) => {
      const input = { ...(call.input as object), offset: from }
      const part = (await callService(exchange, { ...call, input }, signal)) as FilePart
      // The first chunk needs no check, because the request was only just admitted.
      const isAllowed =
        !exchange.res.headersSent || (await isStillAllowed(options.runtime, exchange, call.caller, true))
      return isAllowed ? part : null
    }
    await sendFile(exchange, { offset, read })
  }

/**
 * Sends a file, or the range of it that the request asks for, in chunks, no faster than the client reads, as a download that browsers don't
 * display. If a chunk fails or is no longer allowed, closes the connection, so that the client doesn't mistake an incomplete file for a
 * complete one. Throws if the caller's workspace has too many open bytes.
 */
export async function sendFile(exchange: Exchange, { offset, read }: DownloadSource): Promise<void> {
  const { req, res, headers, requestId } = exchange
  // Begins where the range does, so that one call is enough for a short one. `fileBytesMax` is the largest offset that the contract allows.
  const asked = Math.min(offset + firstByteAsked(req), fileBytesMax)
  const first = await read(asked)
  if (!first) return void res.destroy()
  const length = Math.max(0, first.size - offset)
  const range = rangeOf(exchange, length)
  const [start, end] = range ? [offset + range.first, offset + range.last + 1] : [offset, offset + length]
  let part: FilePart | null = start === asked ? first : await read(start)
  // While the client reads one chunk, the next one is fetched.
  exchange.bodies.open(res, exchange.owners)(2 * (part ?? first).content.length)
  res.writeHead(range ? 206 : 200, {
    'Content-Type': first.mime,
    'Content-Length': end - start,
    'Accept-Ranges': 'bytes',
    ...(range && { 'Content-Range': `bytes ${range.first}-${range.last}/${length}` }),
    'Content-Disposition': contentDisposition(first.filename.toWellFormed(), { type: 'attachment' }),
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
    ...headers,
  })
  if (req.method === 'HEAD') return void res.end()
  try {
    for (let at = start; ; ) {
      if (!part) return void res.destroy()
      const bytes = Buffer.from(part.content, 'base64').subarray(0, end - at)
      at += bytes.length
      if (!res.write(bytes)) await drained(res)
      if (res.destroyed || part.next === null || at >= end) break
      part = await read(part.next)
    }
    res.end()
  } catch (err) {
    res.destroy(err as Error)
  }
}

/** Returns the id of the stored file that the input names. Returns undefined if there is none or the operation accepts none. */
export function storedFileIn(form: UploadForm, input: unknown): string | undefined {
  const path = form.fromFile?.field.split('.') ?? []
  const id = path.reduce<unknown>((inner, name) => (inner as Record<string, unknown> | null | undefined)?.[name], input)
  return typeof id === 'string' && id !== '' ? id : undefined
}

/**
 * Opens a stored file on behalf of the caller, with those inputs that are fields of the form.
 *
 * @throws Fault `file:not_found`, `file:too_large`, or that of a type that the form does not take.
 */
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
