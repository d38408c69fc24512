import type { IncomingMessage } from 'node:http'
import { type FieldError, fail, shortened } from '@posthorn/contracts'
import type { Exchange } from '../exchange.ts'

export const bodyBytesMax = 1024 * 1024

/** Smaller inputs cost less than the CPU time included in one request. */
const weighedBytesMin = 8 * 1024
/**
 * Inputs of this size or larger are processed one per turn of the event loop. Otherwise, several that arrive together would delay all other
 * requests by the sum of their processing times.
 */
const turnBytesMin = 64 * 1024
/** CPU time for processing input that is included in one request. */
const msPerRequest = 2

const decoder = new TextDecoder('utf-8', { fatal: true })
/** Matches an escaped NUL or surrogate. Valid UTF-8 JSON can contain them only in this form. */
const unstorableEscape = /\\u(?:0000|[dD][89a-fA-F])/

/** Whether a content type is JSON in UTF-8, which is also assumed without a charset. */
export function isJsonType(contentType: string | undefined): boolean {
  const [type, ...parameters] = (contentType ?? '').toLowerCase().split(';')
  const charset = parameters
    .map((parameter) => /^\s*charset\s*=\s*"?([^"\s]*)"?\s*$/.exec(parameter)?.[1])
    .find(Boolean)
  return type?.trim() === 'application/json' && (charset === undefined || charset === 'utf-8' || charset === 'utf8')
}

/** Parses JSON. Fails with our error instead of the parser's. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return fail('request:malformed')
  }
}

/** Decodes UTF-8. Fails for other bytes: a decoder that replaces them would store a text that the caller did not send. */
function decode(bytes: Buffer): string {
  try {
    return decoder.decode(bytes)
  } catch {
    return fail('request:malformed')
  }
}

/** Returns an error for each string that Postgres or other JSON parsers would refuse. `path`: where the value is in the body. */
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

/** Parses a JSON object. An empty body is `{}`. Refuses other types, invalid JSON, and strings that can't be stored. */
export function parseBody(req: IncomingMessage, bytes: Buffer): Record<string, unknown> {
  if (bytes.length === 0) return {}
  const value = parseJson(req, bytes)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    fail('request:malformed', { message: 'The body must be one JSON object.' })
  }
  return value as Record<string, unknown>
}

/** Refuses a body because of its content encoding or, if it has none, its type. The error names what was sent. */
export function failType({ headers }: IncomingMessage): never {
  const encoding = headers['content-encoding']
  const sent =
    encoding === undefined ? `Content-Type ${headers['content-type'] ?? 'is missing'}` : `Content-Encoding ${encoding}`
  const problem = sent.endsWith('is missing') ? sent : `${shortened(sent, 200)} is not supported here`
  return fail('request:unsupported_type', { message: `${problem}; send application/json without Content-Encoding.` })
}

/** Parses JSON. Refuses other content types, invalid JSON, and strings that can't be stored. */
export function parseJson(req: IncomingMessage, bytes: Buffer): unknown {
  const encoding = req.headers['content-encoding'] ?? 'identity'
  if (!isJsonType(req.headers['content-type']) || encoding !== 'identity') failType(req)
  const text = decode(bytes)
  checkJsonLimits(text)
  const value = parse(text)
  const errors = unstorableEscape.test(text) ? unstorableTexts(value, '') : []
  if (errors.length > 0) fail('request:invalid', { errors: errors.slice(0, 100) })
  return value
}

/** Runs work on an input of this size. Charges the caller for additional requests if it uses more CPU time than one request includes. */
export async function weighed<T>({ charge }: Pick<Exchange, 'charge'>, bytes: number, work: () => T): Promise<T> {
  if (bytes >= turnBytesMin) await nextTurn()
  if (charge === undefined || bytes < weighedBytesMin) return work()
  const begun = process.threadCpuUsage()
  try {
    return work()
  } finally {
    const { user, system } = process.threadCpuUsage(begun)
    const requests = Math.floor((user + system) / 1_000 / msPerRequest)
    if (requests > 0) charge(requests)
  }
}

let lastTurn: Promise<unknown> = Promise.resolve()

/** Waits for the next turn of the event loop that no earlier call has claimed. */
function nextTurn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => new Promise(setImmediate))
  return lastTurn
}

const depthMax = 32
/** Maximum number of members and elements in a JSON body. With more, listing each invalid one would cost too much. */
const membersMax = 50_000

/** Maximum number of fields in an object. No operation accepts that many. */
const namesMax = 1_000

/** An unclosed object with the names so far, or null for an unclosed array. */
type OpenValue = Set<string> | null

/**
 * Checks JSON text before it is parsed. Refuses excessive nesting, too many members, repeated names in an object (parsers disagree on which
 * value wins), and `__proto__`. Leaves syntax errors to the parser.
 */
export function checkJsonLimits(text: string): void {
  const open: OpenValue[] = []
  let members = 0
  let atName = false
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i)
    if (char === 0x22) {
      const end = endOfText(text, i)
      if (atName) noteName(open.at(-1) ?? null, text.slice(i + 1, end))
      atName = false
      i = end
    } else if (char === 0x7b || char === 0x5b) {
      if (open.length === depthMax) fail('request:too_deep')
      atName = char === 0x7b
      open.push(atName ? new Set() : null)
    } else if (char === 0x7d || char === 0x5d) {
      open.pop()
      atName = false
    } else if (char === 0x2c) {
      if (++members > membersMax)
        fail('request:too_large', { message: `The body has more than ${membersMax} members; send fewer at once.` })
      atName = open.at(-1) instanceof Set
    }
  }
}

/** Returns the index of the end of the string that starts at `from`, or the text's length if it is unterminated. */
function endOfText(text: string, from: number): number {
  for (let i = from + 1; i < text.length; i++) {
    const char = text.charCodeAt(i)
    if (char === 0x5c) i += 1
    else if (char === 0x22) return i
  }
  return text.length
}

/** Adds a name to its object, and refuses it if it is repeated, harmful or one too many. `raw`: the name as written, with escapes. */
function noteName(names: OpenValue, raw: string): void {
  const name = raw.includes('\\') ? unescaped(raw) : raw
  // Other parsers would set a prototype. This parser would silently drop it.
  if (names && name === '__proto__')
    fail('request:malformed', { message: 'The body has a field __proto__, which does not exist; remove it.' })
  if (names?.has(name))
    fail('request:malformed', { message: `The body has the field ${shortened(name, 100)} twice; send it once.` })
  if (names?.size === namesMax)
    fail('request:too_large', { message: `An object of the body has more than ${namesMax} fields; send fewer.` })
  names?.add(name)
}

/** Returns a name without escapes. Leaves an invalid one to the parser. */
function unescaped(raw: string): string {
  try {
    return JSON.parse(`"${raw}"`) as string
  } catch {
    return raw
  }
}
