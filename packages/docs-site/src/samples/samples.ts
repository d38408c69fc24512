import type { ApiDocument } from '../document.ts'
import { type FormPart, literal, php, requestOf, ruby, type SampleRequest, singleQuoted, targetOf } from './request.ts'
import { nodeSample, pythonSample, sdkCallOf } from './sdk.ts'

/** Characters for a list or object, after the start of its line, such as `request.body = JSON.generate(`. */
const roomAfterStart = 64

/** Joins items between brackets: on one line if they fit, else one per line, a step further in than the line of the brackets. */
function bracketed(parts: readonly string[], [open = '', close = '']: string, outerIndent = ''): string {
  const line = parts.join(', ')
  if (line.length <= roomAfterStart) return `${open}${line}${close}`
  const step = outerIndent || '  '
  return `${open}\n${parts.map((part) => `${outerIndent}${step}${part}`).join(',\n')}\n${outerIndent}${close}`
}

const hasJson = ({ body }: SampleRequest) => body !== undefined

/** Returns the headers that are the same for everyone. */
const fixedHeaders = (request: SampleRequest): [string, string][] => [
  ...(hasJson(request) ? [['Content-Type', 'application/json'] as [string, string]] : []),
  ...(request.idempotencyKey === undefined ? [] : [['Idempotency-Key', request.idempotencyKey] as [string, string]]),
]

/** Writes a request with PHP's curl functions. */
function phpSample(request: SampleRequest): string {
  const headers = [
    "'Token: ' . getenv('KEY')",
    ...fixedHeaders(request).map(([name, value]) => singleQuoted(`${name}: ${value}`)),
  ]
  const isSimple = request.method === 'GET' || (request.method === 'POST' && (request.body ?? request.form))
  const lines = [
    ...(isSimple ? [] : [`CURLOPT_CUSTOMREQUEST => ${singleQuoted(request.method)}`]),
    `CURLOPT_HTTPHEADER => ${bracketed(headers, '[]', php.indent)}`,
    ...(hasJson(request)
      ? [`CURLOPT_POSTFIELDS => json_encode(${literal(request.body, php, php.indent, roomAfterStart)})`]
      : []),
    ...(request.form ? [`CURLOPT_POSTFIELDS => ${bracketed(request.form.map(phpPart), '[]', php.indent)}`] : []),
    'CURLOPT_RETURNTRANSFER => true',
  ]
  const shown =
    request.output === undefined
      ? 'echo curl_exec($request), "\\n";'
      : `file_put_contents(${singleQuoted(request.output)}, curl_exec($request));`
  return `<?php
$request = curl_init(getenv('URL') . ${singleQuoted(targetOf(request))});
curl_setopt_array($request, [
${lines.map((line) => `    ${line},\n`).join('')}]);
${shown}
`
}

const phpPart = ({ name, value, isFile }: FormPart) =>
  `${singleQuoted(name)} => ${isFile ? `new CURLFile(${singleQuoted(value)})` : singleQuoted(value)}`

/** Writes a request with Ruby's own HTTP library. */
function rubySample(request: SampleRequest): string {
  const method = `${request.method.charAt(0)}${request.method.slice(1).toLowerCase()}`
  const headers = [
    "'Token' => ENV['KEY']",
    ...fixedHeaders(request).map(([name, value]) => `${singleQuoted(name)} => ${singleQuoted(value)}`),
  ]
  const parts = request.form?.map(
    ({ name, value, isFile }) =>
      `[${singleQuoted(name)}, ${isFile ? `File.open(${singleQuoted(value)})` : singleQuoted(value)}]`,
  )
  const lines = [
    `uri = URI("#{ENV['URL']}${targetOf(request)}")`,
    `request = Net::HTTP::${method}.new${bracketed(['uri', ...headers], '()')}`,
    ...(hasJson(request) ? [`request.body = JSON.generate(${literal(request.body, ruby, '', roomAfterStart)})`] : []),
    ...(parts ? [`request.set_form(${bracketed(parts, '[]')}, 'multipart/form-data')`] : []),
    "response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == 'https') do |http|",
    '  http.request(request)',
    'end',
    request.output === undefined
      ? 'puts response.body'
      : `File.binwrite(${singleQuoted(request.output)}, response.body)`,
  ]
  return `require 'json'\nrequire 'net/http'\n\n${lines.join('\n')}\n`
}

/** Go and JSON escape text alike. */
const goText = (text: string) => JSON.stringify(text)
const goFailure = '\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n'

/** Writes a request with Go's own HTTP library, with only the imports that it needs. */
function goSample(request: SampleRequest): string {
  const { form, output, method } = request
  const packages = ['log', 'net/http', 'os', ...(output === undefined ? ['fmt', 'io'] : ['io'])]
  if (form) packages.push('bytes', 'mime/multipart')
  if (hasJson(request)) packages.push('strings')
  const body = hasJson(request) || form ? 'body' : 'nil'
  const headers = fixedHeaders(request).map(
    ([name, value]) => `\trequest.Header.Set(${goText(name)}, ${goText(value)})\n`,
  )
  const type = form ? '\trequest.Header.Set("Content-Type", form.FormDataContentType())\n' : ''
  return `package main

import (
${[...new Set(packages)]
  .toSorted()
  .map((name) => `\t"${name}"\n`)
  .join('')})

func main() {
${goBody(request)}\trequest, err := http.NewRequest("${method}", os.Getenv("URL")+${goText(targetOf(request))}, ${body})
${goFailure}\trequest.Header.Set("Token", os.Getenv("KEY"))
${headers.join('')}${type}\tresponse, err := http.DefaultClient.Do(request)
${goFailure}\tdefer response.Body.Close()
${goShown(output)}}
`
}

/** Writes what follows a response in Go: it is printed, or written to the file `output`. */
function goShown(output: string | undefined): string {
  if (output === undefined)
    return `\ttext, err := io.ReadAll(response.Body)\n${goFailure}\tfmt.Println(response.Status, string(text))\n`
  return `\tfile, err := os.Create(${goText(output)})\n${goFailure}\tdefer file.Close()\n\tif _, err := io.Copy(file, response.Body); err != nil {\n\t\tlog.Fatal(err)\n\t}\n`
}

/** Writes the statements that create the body in Go; nothing if there is none. */
function goBody({ json, form }: SampleRequest): string {
  if (json !== undefined) return `\tbody := strings.NewReader(\`${json}\`)\n`
  if (!form) return ''
  const parts = form.map(({ name, value, isFile }) =>
    isFile
      ? `\tfile, err := os.Open(${goText(value)})\n${goFailure}\tdefer file.Close()\n\tpart, err := form.CreateFormFile(${goText(name)}, ${goText(value)})\n${goFailure}\tio.Copy(part, file)\n`
      : `\tform.WriteField(${goText(name)}, ${goText(value)})\n`,
  )
  return `\tbody := &bytes.Buffer{}\n\tform := multipart.NewWriter(body)\n${parts.join('')}\tform.Close()\n`
}

/** A request in one language. `language` is the key of its tab. */
export type Sample = { language: SampleLanguage; code: string }
export type SampleLanguage = keyof typeof sampleLanguages

/** Languages of samples, with their names, in tab order. */
export const sampleLanguages = {
  shell: 'Shell',
  node: 'Node.js',
  python: 'Python',
  php: 'PHP',
  ruby: 'Ruby',
  go: 'Go',
  java: 'Java',
} as const

/** Returns a guide's curl request in every language but Java, in which only webhooks are shown; undefined for other code. */
export function samplesOf(code: string, document: ApiDocument): Sample[] | undefined {
  const request = requestOf(code)
  const call = request && sdkCallOf(request, document)
  if (call === undefined) return undefined
  return [
    { language: 'shell', code },
    { language: 'node', code: nodeSample(call) },
    { language: 'python', code: pythonSample(call) },
    { language: 'php', code: phpSample(call.request) },
    { language: 'ruby', code: rubySample(call.request) },
    { language: 'go', code: goSample(call.request) },
  ]
}
