import { literal, python, singleQuoted } from '@posthorn/docs-site'
import { type ClientId, snippetz, type TargetId } from '@scalar/snippetz'
import type { SampleRequest } from './requests.ts'

type Options = { url: string; token: string }
type OwnSample = { client: string; write(request: SampleRequest, options: Options): string }

/**
 * Samples that we write: in place of generated ones that send something else, and for languages that the generator lacks. `pnpm samples`
 * prints and runs them. Each function below writes the sample of one client.
 */
const ownSamples: Readonly<Record<string, OwnSample>> = {
  'js/fetch': { client: 'Fetch', write: (request, options) => fetchCall(request, options) },
  'node/fetch': { client: 'Fetch', write: (request, options) => fetchCall(request, options) },
  'node/undici': {
    client: 'undici',
    write: (request, options) =>
      `import { request } from 'undici'\n\nconst { statusCode, body } = await request(${javascriptArguments(request, options)})\nconsole.log(statusCode, await body.text())\n`,
  },
  'node/ofetch': { client: 'ofetch', write: ofetchCall },
  'js/ofetch': { client: 'ofetch', write: ofetchCall },
  'node/axios': { client: 'Axios', write: axiosCall },
  'js/axios': { client: 'Axios', write: axiosCall },
  'shell/curl': { client: 'curl', write: curl },
  'shell/wget': { client: 'Wget', write: wget },
  'python/python3': { client: 'urllib', write: urllib },
  'perl/http_tiny': { client: 'HTTP::Tiny', write: perl },
  'php/curl': { client: 'cURL', write: php },
  'tcl/http': { client: 'http', write: tcl },
}

const pretty = (body: unknown) => JSON.stringify(body, null, 2)
const pythonValue = (value: unknown) => literal(value, python, '', Number.POSITIVE_INFINITY)
const indented = (text: string) => text.replaceAll('\n', '\n  ')

/** Returns the headers that every request has. */
function headersOf({ body }: SampleRequest, { token }: Options): Record<string, string> {
  return { Token: token, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) }
}

/** Returns the arguments of a call like `fetch(url, options)`. With another `bodyName` than `body`, the client makes the JSON. */
function javascriptArguments(request: SampleRequest, options: Options, bodyName = 'body'): string {
  const { method, path, body } = request
  const value = bodyName === 'body' ? `JSON.stringify(${indented(pretty(body) ?? '')})` : indented(pretty(body) ?? '')
  const lines = [
    `method: ${JSON.stringify(method)}`,
    `headers: ${JSON.stringify(headersOf(request, options))}`,
    ...(body === undefined ? [] : [`${bodyName}: ${value}`]),
  ]
  return `${JSON.stringify(`${options.url}${path}`)}, {\n${lines.map((line) => `  ${line},\n`).join('')}}`
}

function fetchCall(request: SampleRequest, options: Options): string {
  return `const answer = await fetch(${javascriptArguments(request, options)})\nconsole.log(answer.status, await answer.text())\n`
}

function ofetchCall(request: SampleRequest, options: Options): string {
  return `import { ofetch } from 'ofetch'\n\nconsole.log(await ofetch(${javascriptArguments(request, options)}))\n`
}

function axiosCall(request: SampleRequest, options: Options): string {
  return `import axios from 'axios'\n\nconst { status, data } = await axios(${javascriptArguments(request, options, 'data')})\nconsole.log(status, data)\n`
}

/** Quotes a shell word, so that nothing in it is expanded. */
const shellWord = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** Returns the headers as options of a command. */
const headerOptions = (request: SampleRequest, options: Options) =>
  Object.entries(headersOf(request, options)).map(([name, value]) => `--header ${shellWord(`${name}: ${value}`)}`)

function curl(request: SampleRequest, options: Options): string {
  const { method, path, body } = request
  const data = body === undefined ? [] : [`--data ${shellWord(JSON.stringify(body))}`]
  return `${[`curl --request ${method} ${shellWord(`${options.url}${path}`)}`, ...headerOptions(request, options), ...data].join(' \\\n  ')}\n`
}

function wget(request: SampleRequest, options: Options): string {
  const { method, path, body } = request
  const lines = [
    'wget --quiet',
    `--method ${method}`,
    ...headerOptions(request, options),
    ...(body === undefined ? [] : [`--body-data ${shellWord(JSON.stringify(body))}`]),
    '--output-document -',
    shellWord(`${options.url}${path}`),
  ]
  return `${lines.join(' \\\n  ')}\n`
}

function urllib(request: SampleRequest, options: Options): string {
  const { method, path, body } = request
  const isEmpty = body === undefined
  const data = isEmpty ? '' : `, data=json.dumps(body).encode()`
  return `${isEmpty ? '' : 'import json\n'}from urllib.request import Request, urlopen

${isEmpty ? '' : `body = ${pythonValue(body)}\n`}headers = ${pythonValue(headersOf(request, options))}
request = Request(${JSON.stringify(`${options.url}${path}`)}${data}, headers=headers, method=${JSON.stringify(method)})
with urlopen(request) as answer:
    print(answer.status, answer.read().decode())
`
}

function perl(request: SampleRequest, options: Options): string {
  const { method, path, body } = request
  const headers = Object.entries(headersOf(request, options)).map(
    ([name, value]) => `${singleQuoted(name)} => ${singleQuoted(value)}`,
  )
  const content = body === undefined ? '' : `  content => ${singleQuoted(JSON.stringify(body))},\n`
  return `use HTTP::Tiny;

my $answer = HTTP::Tiny->new->request(${singleQuoted(method)}, ${singleQuoted(`${options.url}${path}`)}, {
  headers => { ${headers.join(', ')} },
${content}});
print "$answer->{status} $answer->{content}\\n";
`
}

function php(request: SampleRequest, options: Options): string {
  const { method, path, body } = request
  const headers = Object.entries(headersOf(request, options)).map(([name, value]) => singleQuoted(`${name}: ${value}`))
  const fields = body === undefined ? '' : `  CURLOPT_POSTFIELDS => ${singleQuoted(JSON.stringify(body))},\n`
  return `<?php
$ch = curl_init(${singleQuoted(`${options.url}${path}`)});
curl_setopt_array($ch, [
  CURLOPT_CUSTOMREQUEST => ${singleQuoted(method)},
  CURLOPT_HTTPHEADER => [${headers.join(', ')}],
${fields}  CURLOPT_RETURNTRANSFER => true,
]);
echo curl_exec($ch), "\\n";
`
}

/** Returns a double-quoted Tcl word, with all special characters escaped. */
const tclWord = (text: string) => `"${text.replaceAll(/["\\$[\]{}]/g, (sign) => `\\${sign}`)}"`

function tcl(request: SampleRequest, options: Options): string {
  const { method, path, body } = request
  const { Token } = headersOf(request, options)
  const query =
    body === undefined
      ? ''
      : ` -type application/json \\
  -query [encoding convertto utf-8 ${tclWord(JSON.stringify(body))}]`
  return `package require http

set token [http::geturl ${tclWord(`${options.url}${path}`)} -method ${method} \\
  -headers [list Token ${tclWord(Token ?? '')}]${query}]
puts [http::ncode $token]
puts [http::data $token]
`
}

export type Variant = {
  /** Key, such as `python/requests`. */
  key: string
  language: string
  client: string
  /** Source of the code: the generator, or this folder. */
  source: 'snippetz' | 'own'
  write(request: SampleRequest, options: Options): string
}

const generator = snippetz()

/** Obsolete clients that can't run here. */
const hidden = new Set(['js/jquery', 'js/xhr'])

/** httpx only accepts a body with `request`, not with `delete`. */
const deletesWithBody = (code: string): string =>
  code.includes('json=') ? code.replace(/\b(httpx|client)\.delete\(/, '$1.request(\n    "DELETE",') : code

/** Fixes generated code that lacks its imports, or repeats the query under names that the language doesn't accept. */
const completions: Readonly<Record<string, (code: string) => string>> = {
  'python/requests': (code) => `import requests\n\n${code}\n`,
  'python/httpx_sync': (code) => `import httpx\n\n${deletesWithBody(code)}\n`,
  'r/httr': (code) => code.replace(/queryString <- list[^]*?\n\n/, '').replace('query = queryString, ', ''),
  'python/httpx_async': (code) =>
    `import asyncio\n\nimport httpx\n\n\nasync def main():\n${deletesWithBody(code).replaceAll(/^(?=.)/gm, '    ')}\n\n\nasyncio.run(main())\n`,
}

const languages: Record<string, string> = {
  c: 'C',
  clojure: 'Clojure',
  csharp: 'C#',
  dart: 'Dart',
  fsharp: 'F#',
  go: 'Go',
  java: 'Java',
  js: 'JavaScript',
  kotlin: 'Kotlin',
  node: 'Node.js',
  objc: 'Objective-C',
  ocaml: 'OCaml',
  perl: 'Perl',
  php: 'PHP',
  powershell: 'PowerShell',
  python: 'Python',
  r: 'R',
  ruby: 'Ruby',
  rust: 'Rust',
  shell: 'Shell',
  swift: 'Swift',
  tcl: 'Tcl',
}

/** All variants: the generator's and ours, which replace wrong variants and add missing languages. */
export const variants: readonly Variant[] = [...generatedVariants(), ...ownVariants()].toSorted((a, b) =>
  a.key.localeCompare(b.key),
)

/** Returns the variants of the generator, without those that ours replace. */
function generatedVariants(): Variant[] {
  return generator.clients().flatMap((target) =>
    target.clients
      .map(({ client, title }) => ({ key: `${target.key}/${client}`, client, title }))
      .filter(({ key }) => target.key in languages && !(key in ownSamples) && !hidden.has(key))
      .map(
        ({ key, client, title }): Variant => ({
          key,
          language: languages[target.key] ?? '',
          client: title,
          source: 'snippetz',
          write: (request, options) => {
            const code = generated({ target: target.key, client }, request, options)
            return completions[key]?.(code) ?? code
          },
        }),
      ),
  )
}

/** Returns the variants whose code this file writes. */
function ownVariants(): Variant[] {
  return Object.entries(ownSamples).map(([key, { client, write }]) => ({
    key,
    language: languages[key.split('/')[0] ?? ''] ?? '',
    client,
    source: 'own',
    write,
  }))
}

/** Returns the code that the generator writes for a language and a client. */
function generated(place: { target: string; client: string }, request: SampleRequest, { url, token }: Options): string {
  const hasBody = request.body !== undefined
  const json = { name: 'Content-Type', value: 'application/json' }
  const code = generator.print(place.target as TargetId, place.client as ClientId<TargetId>, {
    method: request.method,
    url: `${url}${request.path}`,
    headers: [{ name: 'Token', value: token }, ...(hasBody ? [json] : [])],
    queryString: [],
    cookies: [],
    httpVersion: 'HTTP/1.1',
    headersSize: -1,
    bodySize: -1,
    ...(hasBody ? { postData: { mimeType: 'application/json', text: quotable(request.body) } } : {}),
  })
  if (code === undefined) throw new Error(`there is no sample for ${place.target}/${place.client}`)
  return code
}

/** Returns JSON without the characters that are special in a shell or template string. */
export function quotable(body: unknown): string {
  return JSON.stringify(body).replaceAll(/['$#`%]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)
}
