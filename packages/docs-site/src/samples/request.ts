/** How a language writes JSON as a literal. */
type LiteralStyle = {
  text(value: string): string
  key(name: string): string
  /** Separator between key and value. */
  pair: string
  object: readonly [string, string]
  /** Empty object, for languages where an empty list looks the same. */
  emptyObject: string
  words: { true: string; false: string; null: string }
  /** What follows the last item if the items are on several lines. */
  lastComma: string
  indent: string
}

const lineMax = 76
const isName = (name: string) => /^[a-z_]\w*$/i.test(name)

/** Returns text in single quotes, in which PHP, Perl, and Ruby expand nothing. */
export const singleQuoted = (text: string): string => `'${text.replaceAll(/['\\]/g, (sign) => `\\${sign}`)}'`

/** JavaScript has no line breaks in quoted text. */
const javascriptText = (text: string): string => singleQuoted(text).replaceAll('\n', '\\n')
const words = { true: 'true', false: 'false', null: 'null' }

export const javascript: LiteralStyle = {
  text: javascriptText,
  key: (name) => (isName(name) ? name : javascriptText(name)),
  pair: ': ',
  object: ['{ ', ' }'],
  emptyObject: '{}',
  words,
  lastComma: ',',
  indent: '  ',
}

/** JSON strings are valid in Python unless emoji are escaped as surrogate pairs, which they aren't. */
export const python: LiteralStyle = {
  text: (text) => JSON.stringify(text),
  key: (name) => JSON.stringify(name),
  pair: ': ',
  object: ['{', '}'],
  emptyObject: '{}',
  words: { true: 'True', false: 'False', null: 'None' },
  lastComma: ',',
  indent: '    ',
}

export const php: LiteralStyle = {
  text: singleQuoted,
  key: singleQuoted,
  pair: ' => ',
  object: ['[', ']'],
  emptyObject: '(object) []',
  words,
  lastComma: ',',
  indent: '    ',
}

export const ruby: LiteralStyle = {
  text: singleQuoted,
  key: (name) => (isName(name) ? name : singleQuoted(name)),
  pair: ': ',
  object: ['{ ', ' }'],
  emptyObject: '{}',
  words: { ...words, null: 'nil' },
  lastComma: '',
  indent: '  ',
}

/** Returns JSON as a literal: on one line if it fits into `room`, else with one line per item. */
export function literal(
  value: unknown,
  style: LiteralStyle,
  outerIndent = '',
  room = lineMax - outerIndent.length,
): string {
  if (typeof value === 'string') return style.text(value)
  if (typeof value !== 'object' || value === null) {
    const text = JSON.stringify(value ?? null)
    return style.words[text as keyof typeof words] ?? text
  }
  const [open, close] = Array.isArray(value) ? ['[', ']'] : style.object
  const parts = partsOf(value, style, `${outerIndent}${style.indent}`)
  if (parts.length === 0) return Array.isArray(value) ? '[]' : style.emptyObject
  const line = `${open}${parts.join(', ')}${close}`
  if (!line.includes('\n') && line.length <= room) return line
  return `${open.trimEnd()}${linesOf(parts, style, outerIndent)}${close.trimStart()}`
}

/** Returns items, one per line, between the brackets of a line that is indented by `outerIndent`. */
export const linesOf = (parts: readonly string[], { indent, lastComma }: LiteralStyle, outerIndent = ''): string =>
  `\n${parts.map((part) => `${outerIndent}${indent}${part}`).join(',\n')}${lastComma}\n${outerIndent}`

/** Returns the items of a list or object as literals. Each has the room that its line leaves. */
function partsOf(value: object, style: LiteralStyle, outerIndent: string): string[] {
  if (Array.isArray(value)) return value.map((each) => literal(each, style, outerIndent))
  return Object.entries(value).map(([name, each]) => {
    const start = `${style.key(name)}${style.pair}`
    return `${start}${literal(each, style, outerIndent, lineMax - outerIndent.length - start.length)}`
  })
}

export type FormPart = { name: string; value: string; isFile: boolean }

/** A request as a guide shows it, with `$URL` and `$KEY`. */
export type SampleRequest = {
  method: string
  path: string
  query: [string, string][]
  idempotencyKey?: string
  body?: unknown
  json?: string
  form?: FormPart[]
  /** File to which the response is written. */
  output?: string
}

/** Options of curl that change nothing about the request. */
const silentOptions = new Set(['-g', '-i', '-s', '--fail'])
/** A word of a shell command: in single quotes, in double quotes, or without any. */
const shellWord = /'([^']*)'|"([^"]*)"|([^\s'"\\]+)/g

/** Returns the request that a guide's curl command sends; undefined for other code. */
export function requestOf(code: string): SampleRequest | undefined {
  const [command, ...words] = [...code.replaceAll('\\\n', ' ').matchAll(shellWord)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  )
  if (command !== 'curl' || words.includes('curl')) return undefined
  const request: SampleRequest = { method: '', path: '', query: [] }
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? ''
    if (silentOptions.has(word)) continue
    if (word.startsWith('-')) {
      i += 1
      if (!takeOption(request, word, words[i] ?? '')) return undefined
    } else if (!takeUrl(request, word)) return undefined
  }
  if (request.method === '') request.method = (request.body ?? request.form) === undefined ? 'GET' : 'POST'
  return request.path === '' ? undefined : request
}

/** Reads the URL. Returns false if it is not one of the API, or contains a variable that only a shell knows. */
function takeUrl(request: SampleRequest, url: string): boolean {
  const [, path, query = ''] = /^\$URL(\/[^?$]*)(?:\?([^$]*))?$/.exec(url) ?? []
  if (path === undefined) return false
  request.path = path
  request.query = [...new URLSearchParams(query)]
  return true
}

/** Writes an option's value into `request`. Returns false if the other languages have no equivalent. */
function takeOption(request: SampleRequest, option: string, value: string): boolean {
  if (option === '-X') request.method = value
  else if (option === '-d') Object.assign(request, { body: JSON.parse(value) as unknown, json: value })
  else if (option === '-o') request.output = value
  else if (option === '-F') request.form = [...(request.form ?? []), formPartOf(value)]
  else return option === '-H' && takeHeader(request, value)
  return true
}

/** Reads a header. Returns false for one that the other languages would not send. */
function takeHeader(request: SampleRequest, header: string): boolean {
  const [name = '', value = ''] = header.split(': ')
  if (name === 'Idempotency-Key') request.idempotencyKey = value
  return ['Token', 'Content-Type', 'Idempotency-Key'].includes(name)
}

/** Reads a form field of curl, in which `@` marks the name of a file. */
function formPartOf(text: string): FormPart {
  const at = text.indexOf('=')
  const value = text.slice(at + 1)
  const isFile = value.startsWith('@')
  return { name: text.slice(0, at), value: isFile ? value.slice(1) : value, isFile }
}

export const targetOf = ({ path, query }: SampleRequest): string =>
  query.length === 0 ? path : `${path}?${new URLSearchParams(query)}`
