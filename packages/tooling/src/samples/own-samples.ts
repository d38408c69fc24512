import { literal, python, singleQuoted } from '@posthorn/docs-site'
import type { SampleRequest } from './requests.ts'

type Options = { url: string; token: string }
type OwnSample = { client: string; write(request: SampleRequest, options: Options): string }

/** Our samples: in place of generated ones that send something else, and for languages that the generator lacks. */
export const ownSamples: Readonly<Record<string, OwnSample>> = {
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

function headersOf({ body }: SampleRequest, { token }: Options): Record<string, string> {
  return { Token: token, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) }
}

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

function curl(request: SampleRequest, options: Options): string {
  const { method, path, body } = request
  const headers = Object.entries(headersOf(request, options)).map(
    ([name, value]) => `--header ${shellWord(`${name}: ${value}`)}`,
  )
  const data = body === undefined ? [] : [`--data ${shellWord(JSON.stringify(body))}`]
  return `${[`curl --request ${method} ${shellWord(`${options.url}${path}`)}`, ...headers, ...data].join(' \\\n  ')}\n`
}

function wget(request: SampleRequest, options: Options): string {
  const { method, path, body } = request
  const headers = Object.entries(headersOf(request, options)).map(
    ([name, value]) => `--header ${shellWord(`${name}: ${value}`)}`,
  )
  const lines = [
    'wget --quiet',
    `--method ${method}`,
    ...headers,
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
