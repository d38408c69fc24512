import type { IncomingMessage } from 'node:http'
import { type FieldError, fail } from '@posthorn/contracts'
import { checkJsonLimits } from './json-limits.ts'

/** Largest JSON body, in bytes. */
export const bodyBytesMax = 1024 * 1024
/** Longest time that a JSON body may take to arrive. */
const bodyTimeoutMs = 60_000

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
/** Matches an escaped NUL or surrogate: the only form of either that is valid JSON in UTF-8. */
const unstorableEscape = /\\u(?:0000|[dD][89a-fA-F])/

/** True when the request announces a body. */
export function hasBody(req: IncomingMessage): boolean {
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0
}

/** Reads the whole body. Refuses with `request:too_large` as soon as it is over `bytesMax`; the rest stays unread. */
export function readBody(req: IncomingMessage, bytesMax: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (!hasBody(req)) return resolve(Buffer.alloc(0))
    const chunks: Buffer[] = []
    let size = 0
    const settle = (work: () => void) => {
      clearTimeout(timer)
      req.off('data', onData).off('end', onEnd).off('error', onLost).off('close', onLost)
      work()
    }
    const refuse = (work: () => never) => {
      try {
        work()
      } catch (err) {
        req.pause()
        settle(() => reject(err as Error))
      }
    }
    const tooLarge = () =>
      refuse(() =>
        fail('request:too_large', {
          message: `The body is over the limit of ${bytesMax / 1024 / 1024} MiB; send less at once.`,
        }),
      )
    const onData = (chunk: Buffer) => {
      size += chunk.length
      if (size > bytesMax) tooLarge()
      else chunks.push(chunk)
    }
    const onEnd = () => settle(() => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
    const onLost = () => refuse(() => fail('request:malformed', { message: 'The body ended early; send all of it.' }))
    const onLate = () =>
      refuse(() => fail('request:malformed', { message: 'The body took longer than a minute; send it faster.' }))
    const timer = setTimeout(onLate, bodyTimeoutMs)
    if (Number(req.headers['content-length'] ?? 0) > bytesMax) return tooLarge()
    req.on('data', onData).on('end', onEnd).on('error', onLost).on('close', onLost)
  })
}

/** True for JSON in UTF-8. */
export function isJsonType(contentType: string | undefined): boolean {
  const [type, ...parameters] = (contentType ?? '').toLowerCase().split(';')
  const charset = parameters
    .map((parameter) => /^\s*charset\s*=\s*"?([^"\s]*)"?\s*$/.exec(parameter)?.[1])
    .find(Boolean)
  return type?.trim() === 'application/json' && (charset === undefined || charset === 'utf-8' || charset === 'utf8')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return fail('request:malformed')
  }
}

function decode(bytes: Buffer): string {
  try {
    return decoder.decode(bytes)
  } catch {
    return fail('request:malformed')
  }
}

/** Returns an error for each text in a value that Postgres and other JSON readers refuse. */
export function unstorableTexts(value: unknown, path: string): FieldError[] {
  if (typeof value === 'string') {
    if (value.isWellFormed() && !value.includes('\u0000')) return []
    return [{ path, code: 'field:invalid', message: 'must not contain NUL or an unpaired surrogate' }]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const at = path === '' ? name : `${path}.${name}`
    return [...unstorableTexts(name, path), ...unstorableTexts(inner, at)]
  })
}

/** Parses the JSON object in a body; an empty body is `{}`. Refuses other types, broken JSON, other values, and texts that cannot be stored. */
export function parseBody(req: IncomingMessage, bytes: Buffer): Record<string, unknown> {
  if (bytes.length === 0) return {}
  const value = parseJson(req, bytes)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    fail('request:malformed', { message: 'The body must be one JSON object.' })
  }
  return value as Record<string, unknown>
}

/** Parses the JSON in a body. Refuses other types, broken JSON, and texts that cannot be stored. */
export function parseJson(req: IncomingMessage, bytes: Buffer): unknown {
  const encoding = req.headers['content-encoding'] ?? 'identity'
  if (!isJsonType(req.headers['content-type']) || encoding !== 'identity') fail('request:unsupported_type')
  const text = decode(bytes)
  checkJsonLimits(text)
  const value = parse(text)
  const errors = unstorableEscape.test(text) ? unstorableTexts(value, '') : []
  if (errors.length > 0) fail('request:invalid', { errors: errors.slice(0, 100) })
  return value
}
