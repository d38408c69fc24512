import type { IncomingMessage } from 'node:http'
import { Fault, fail, invalidRequest, type UploadForm } from '@posthorn/contracts'
import type { z } from 'zod'
import { isJsonType, unstorableTexts } from './body.ts'
import type { Incoming } from './dispatch.ts'
import { parsed } from './input.ts'
import { openForm } from './multipart.ts'
import { queryDecoder, takesNames } from './query.ts'
import type { Route } from './route.ts'

/** What is told of bytes before their form is read. */
type Told = { filename?: string | undefined; mime?: string | undefined }

/** The form by which this request brings bytes; undefined when it brings JSON, or nothing. */
export function uploadFormOf({ operation }: Route, req: IncomingMessage): UploadForm | undefined {
  const type = req.headers['content-type']
  return type === undefined || isJsonType(type) || operation.upload?.keptOnly ? undefined : operation.upload
}

/** A request that brings bytes, taken apart. */
export type Brought = { route: Route; form: UploadForm; query: string; parameters: Record<string, string> }

/** Opens what a request brings: a form with a file, or the file itself. Refuses what announces too much, or is packed. */
export async function openUpload(req: IncomingMessage, brought: Brought): Promise<Incoming> {
  const { form, query } = brought
  const keys = [...new Set(new URLSearchParams(query).keys())]
  if (keys.length > 0) {
    const message = 'fields of an upload are form fields'
    throw invalidRequest({ issues: [{ code: 'unrecognized_keys', keys, path: [], message }] }, brought.route.fields)
  }
  if ((req.headers['content-encoding'] ?? 'identity') !== 'identity') fail('request:unsupported_type')
  const type = req.headers['content-type'] ?? ''
  if (!/^multipart\//i.test(type)) {
    const told = { mime: type, filename: filenameOf(req.headers['content-disposition']) }
    return { bytes: rawBytes(req, form.bytesMax), fields: async () => validated(brought, told, []) }
  }
  if (!/^multipart\/form-data\s*(;|$)/i.test(type)) fail('request:unsupported_type')
  const { bytes, texts, ...told } = await openForm(req, form.bytesMax)
  return { bytes, fields: async () => validated(brought, told, await texts()) }
}

async function* rawBytes(req: IncomingMessage, bytesMax: number): AsyncGenerator<Buffer> {
  const tooLarge = () => fail('request:too_large', { message: `A file may have ${bytesMax} bytes here.` })
  if (Number(req.headers['content-length'] ?? 0) > bytesMax) tooLarge()
  let size = 0
  try {
    for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > bytesMax) break
      yield chunk
    }
  } catch (cause) {
    fail('request:malformed', { cause, message: 'The body ended before its end.' })
  }
  if (size > bytesMax) tooLarge()
}

/** Fields of a form as the operation takes them: texts like those of a query; what is written as JSON is read as such. */
function validated(
  { route, form, parameters }: Brought,
  told: Told,
  texts: [string, string][],
): Record<string, unknown> {
  const shape = form.fields.shape as Record<string, z.ZodType>
  const isStructured = (name: string) =>
    shape[name] !== undefined && Object.hasOwn(shape, name) && takesNames(shape[name])
  const objects = texts.filter(([name, text]) => isStructured(name) && text.trimStart().startsWith('{'))
  const plain = texts.filter((entry) => !objects.includes(entry))
  const given = {
    ...known(shape, told),
    ...queryDecoder(shape)(new URLSearchParams(plain)),
    ...Object.fromEntries(objects.map(([name, text]) => [name, objectIn(text)])),
  }
  const errors = unstorableTexts(given, '')
  if (errors.length > 0) throw new Fault('request:invalid', { errors })
  return parsed(form.fields, { route, given, parameters }) as Record<string, unknown>
}

function known(shape: object, told: Told): Record<string, string> {
  const entries = Object.entries(told).filter(([name, value]) => value !== undefined && Object.hasOwn(shape, name))
  return Object.fromEntries(entries) as Record<string, string>
}

/** What is no JSON stays a text, for validation to name. */
function objectIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The name in a Content-Disposition: RFC 5987 form first, then plain. */
function filenameOf(disposition: string | undefined): string | undefined {
  const encoded = /filename\*=UTF-8''([^;\s]+)/i.exec(disposition ?? '')?.[1]
  const plain = /filename=(?:"([^"]*)"|([^;\s]+))/i.exec(disposition ?? '')
  return decoded(encoded) ?? plain?.[1] ?? plain?.[2]
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text)
  } catch {
    return undefined
  }
}
