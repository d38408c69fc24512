import { type ClientId, snippetz, type TargetId } from '@scalar/snippetz'
import { ownSamples } from './own-samples.ts'
import type { SampleRequest } from './requests.ts'

export type SampleOptions = { url: string; token: string }

export type Variant = {
  /** Key, such as `python/requests`. */
  key: string
  language: string
  client: string
  /** Source of the code: the generator, or this folder. */
  source: 'snippetz' | 'own'
  write(request: SampleRequest, options: SampleOptions): string
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

function ownVariants(): Variant[] {
  return Object.entries(ownSamples).map(([key, { client, write }]) => ({
    key,
    language: languages[key.split('/')[0] ?? ''] ?? '',
    client,
    source: 'own',
    write,
  }))
}

function generated(
  place: { target: string; client: string },
  request: SampleRequest,
  { url, token }: SampleOptions,
): string {
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
