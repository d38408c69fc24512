import { posix } from 'node:path'
import { allOperations, type ErrorCode, type ErrorEntry, errorCatalog, publicKinds } from '@posthorn/contracts'
import type { ApiDocument, PlacedOperation } from '../document.ts'
import { contents, type PageContent } from '../layout.ts'
import {
  codeBlock,
  escapeHtml,
  inlineCode,
  type LinkResolver,
  renderMarkdown,
  sentenceHtml,
  slugOf,
} from '../markdown.ts'

type CatalogedError = ErrorEntry & { code: ErrorCode }

const errors: CatalogedError[] = (Object.entries(errorCatalog) as [ErrorCode, ErrorEntry][]).map(([code, entry]) => ({
  code,
  ...entry,
}))

const statusTitles: Record<number, string> = {
  400: 'The request is not valid',
  401: 'The key or signature is not accepted',
  403: 'The key may not do this',
  404: 'It does not exist',
  405: 'The method is not supported',
  409: 'The state does not allow it',
  410: 'It no longer exists',
  413: 'It is too large',
  415: 'The type is not supported',
  422: 'It cannot be processed',
  429: 'Too much at once',
  500: 'An internal error',
  501: 'It is not offered',
  503: 'Not available right now',
}

export const errorCodes: readonly ErrorCode[] = errors.map(({ code }) => code)

/** Returns the path of the page about an error code. Error responses link to it. */
export const errorPath = (code: string): string => `/docs/errors/${code}`

const intro = `<h1>Errors</h1>
<p>Every refusal has the same body. Decide by <code>errorCode</code> and <code>retryable</code>, and show or log <code>message</code>:
it says what to do. Statuses of a kind belong together; new codes can be added at any time. The codes are also in the
<code>error</code> of a message that failed.</p>`

/** Renders the page with all error codes, by HTTP status. */
export function errorsPage(document: ApiDocument): PageContent {
  const byStatus = [...Map.groupBy(errors, ({ status }) => status)].toSorted(([a], [b]) => a - b)
  const parts = byStatus.map(([status, entries]) => {
    const rows = entries.map(
      ({ code, message, retryable }) =>
        `<tr id="${code}"><td><a href="${errorPath(code)}">${inlineCode(code)}</a></td><td>${sentenceHtml(message)}</td><td>${retryable ? 'yes' : 'no'}</td></tr>`,
    )
    return `<h2 id="status-${status}">${status} · ${statusTitles[status] ?? 'Errors'}</h2>
<div class="table" tabindex="0"><table><thead><tr><th>Code</th><th>What to do</th><th>Retry may succeed</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`
  })
  const headings = byStatus.map(([status]) => ({
    depth: 2,
    id: `status-${status}`,
    text: `${status} · ${statusTitles[status] ?? 'Errors'}`,
  }))
  const example = exampleBody(document, { code: 'phone:invalid', ...errorCatalog['phone:invalid'] })
  return { path: '/docs/errors', title: 'Errors', html: `${intro}${example}${parts.join('\n')}`, headings }
}

/** Renders the page about one error code, with the operations that return it. */
export function errorPage(code: ErrorCode, document: ApiDocument, operations: readonly PlacedOperation[]): PageContent {
  const error = { code, ...(errorCatalog[code] as ErrorEntry) }
  const hrefs = new Map(operations.map(({ method, path, href }) => [`${method} ${path}`, href]))
  const sources = allOperations()
    .filter(({ operation }) => operation.rest !== undefined && operation.errors.includes(code))
    .map(({ operation }) => {
      const line = operation.rest as string
      const text = inlineCode(line)
      return `<li><a href="${escapeHtml(hrefs.get(line) ?? '/docs/api')}">${text}</a> ${sentenceHtml(operation.summary)}</li>`
    })
  const from =
    sources.length > 0
      ? `<h2 id="returned-by">Returned by</h2><ul>${sources.join('')}</ul>`
      : '<p>Any operation can return it, or a message carries it after it failed.</p>'
  return {
    path: errorPath(code),
    title: code,
    description: error.message,
    html: `<p class="kicker"><a href="/docs/errors">Errors</a> · ${error.status}</p>
<h1>${inlineCode(code)}</h1>
<p class="lead">${sentenceHtml(error.message)}</p>
<p>${retrySentence(error)}</p>
${exampleBody(document, error)}
${from}`,
  }
}

/** Returns what to do before the same request is sent again. */
function retrySentence({ retryable, status }: CatalogedError): string {
  if (!retryable) return 'The same request fails again: change it, or the state it depends on, first.'
  const header = status === 429 || status === 503 ? ' Wait for the seconds in <code>Retry-After</code>.' : ''
  return `The same request can succeed later.${header} Repeat a <code>POST</code> or <code>DELETE</code> with the same <code>Idempotency-Key</code>: see <a href="/docs/guides/idempotency-and-retries">idempotency and retries</a>.`
}

/** Returns an example of a response with this error. The document decides which fields it has, and their order. */
function exampleBody(document: ApiDocument, { code, status, message, retryable }: CatalogedError): string {
  const values: Record<string, unknown> = {
    status,
    code,
    errorCode: code,
    message,
    errors: code === 'phone:invalid' ? [{ path: 'phone', code: 'phone:invalid', message }] : [],
    retryable: retryable ?? false,
    ...(retryable ? { retryAfter: 1 } : {}),
    requestId: 'req_5f0c7e3f5f2f4b1c0b8ad8e1c1f3b1f0',
    docs: `https://api.example.com${errorPath(code)}`,
  }
  const names = Object.keys(document.components?.schemas?.['Error']?.properties ?? values)
  const body = Object.fromEntries(names.filter((name) => name in values).map((name) => [name, values[name]]))
  return codeBlock(JSON.stringify(body, null, 2), 'json')
}

/** Pages by their source files, to turn a link between files into one between pages. */
const pathOfFile = new Map(
  contents.flatMap(({ pages }) =>
    pages.flatMap(({ file, path }) => (file === undefined ? [] : [[file, path] as const])),
  ),
)

const errorBySlug = new Map(errorCodes.map((code) => [slugOf(code), errorPath(code)]))
const eventBySlug = new Map(publicKinds.map((kind) => [slugOf(kind), `/docs/events/${kind}`]))

/** Returns a resolver for a file's links, such as `guides/webhooks.md`. The links lead to pages on the site or elsewhere on the web. */
export function linksOf(file: string, operations: readonly PlacedOperation[]): LinkResolver {
  const operationBySlug = new Map(operations.map((each) => [slugOf(`${each.method} ${each.path}`), each.href]))
  return (href) => {
    if (/^(https?:|mailto:|#|\/)/.test(href)) return href
    const [target = '', hash] = href.split('#')
    const linked = posix.join(posix.dirname(file), target)
    if (linked === 'reference/operations.md') return operationBySlug.get(hash ?? '') ?? '/docs/api'
    if (linked === 'reference/events.md') return eventBySlug.get(hash ?? '') ?? '/docs/events'
    if (linked === 'reference/errors.md') return errorBySlug.get(hash ?? '') ?? '/docs/errors'
    const path = pathOfFile.get(linked)
    if (path === undefined) return undefined
    return hash === undefined ? path : `${path}#${hash}`
  }
}

/** A public kind of event, with its part of the generated page. */
export type EventKindPart = { kind: string; when: string; markdown: string }

const kinds: ReadonlySet<string> = new Set(publicKinds)

const publicStart = '\n## Public kinds\n'
const publicEnd = '\n## Internal kinds\n'

/** Returns the public kinds of the generated events page. */
export function eventKindsOf(source: string): EventKindPart[] {
  const [, after = ''] = source.split(publicStart)
  const [shown = ''] = after.split(publicEnd)
  return shown
    .split(/^### /m)
    .slice(1)
    .map((part) => {
      const [kind = '', ...rest] = part.split('\n')
      const markdown = rest.join('\n').trim()
      return { kind, when: markdown.split('\n')[0] ?? '', markdown }
    })
}

/** Returns the path of the page about a kind of event. */
export const eventPath = (kind: string): string => `/docs/events/${kind}`

/** Renders the page with all public kinds, by the noun in their names. */
export function eventsPage(source: string, operations: readonly PlacedOperation[]): PageContent {
  const [before = ''] = source.split(publicStart)
  const top = renderMarkdown(before, linksOf('reference/events.md', operations))
  const byNoun = [...Map.groupBy(eventKindsOf(source), ({ kind }) => kind.split(':')[0] ?? '')]
  const parts = byNoun.map(([noun, ofNoun]) => {
    const rows = ofNoun.map(
      ({ kind, when }) =>
        `<tr><td><a href="${eventPath(kind)}">${inlineCode(kind)}</a></td><td>${sentenceHtml(when)}</td></tr>`,
    )
    return `<h2 id="${noun}">${noun}</h2><div class="table" tabindex="0"><table class="narrow"><thead><tr><th>Kind</th><th>When</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`
  })
  const headings = [...top.headings, ...byNoun.map(([noun]) => ({ depth: 2, id: noun, text: noun }))]
  return { path: '/docs/events', title: 'Events', html: `${top.html}${parts.join('\n')}`, headings }
}

/** Renders the page about one kind. Other kinds that its text names become links. */
export function eventPage(part: EventKindPart, operations: readonly PlacedOperation[]): PageContent {
  const { kind, when, markdown } = part
  const [, ...fields] = markdown.split('\n')
  const linked = fields
    .join('\n')
    .replaceAll(/`(\w+:\w+)`/g, (text, other: string) => (kinds.has(other) ? `[${text}](${eventPath(other)})` : text))
  const { html } = renderMarkdown(linked, linksOf('reference/events.md', operations))
  return {
    path: eventPath(kind),
    title: kind,
    description: when,
    html: `<p class="kicker"><a href="/docs/events">Events</a></p>
<h1>${inlineCode(kind)}</h1>
<p class="lead">${sentenceHtml(when)}</p>
<p>Subscribe to it with <code>"events": ["${kind}"]</code> of a <a href="/docs/guides/webhooks">webhook</a>, or read it from
<code>GET /v1/events</code>. The fields below are those of <code>data</code>; the <a href="/docs/events#the-envelope">envelope</a> is the same for all kinds.</p>
<h2 id="fields">Fields of data</h2>
${html}`,
  }
}
