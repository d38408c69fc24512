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

const silentOptions = new Set(['-g', '-i', '-s', '--fail'])
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

function takeUrl(request: SampleRequest, url: string): boolean {
  const [, path, query = ''] = /^\$URL(\/[^?$]*)(?:\?([^$]*))?$/.exec(url) ?? []
  if (path === undefined) return false
  request.path = path
  request.query = [...new URLSearchParams(query)]
  return true
}

/** Reads an option and its value. Returns false if the other languages have no equivalent. */
function takeOption(request: SampleRequest, option: string, value: string): boolean {
  if (option === '-X') request.method = value
  else if (option === '-d') Object.assign(request, { body: JSON.parse(value) as unknown, json: value })
  else if (option === '-o') request.output = value
  else if (option === '-F') request.form = [...(request.form ?? []), partOf(value)]
  else return option === '-H' && takeHeader(request, value)
  return true
}

function takeHeader(request: SampleRequest, header: string): boolean {
  const [name = '', value = ''] = header.split(': ')
  if (name === 'Idempotency-Key') request.idempotencyKey = value
  return ['Token', 'Content-Type', 'Idempotency-Key'].includes(name)
}

function partOf(text: string): FormPart {
  const at = text.indexOf('=')
  const value = text.slice(at + 1)
  const isFile = value.startsWith('@')
  return { name: text.slice(0, at), value: isFile ? value.slice(1) : value, isFile }
}

export function targetOf({ path, query }: SampleRequest): string {
  return query.length === 0 ? path : `${path}?${new URLSearchParams(query)}`
}
