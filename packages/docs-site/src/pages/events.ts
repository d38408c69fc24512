import { posix } from 'node:path'
import { errorCatalog, publicKinds } from '@posthorn/contracts'
import { contents } from '../contents.ts'
import type { PlacedOperation } from '../document.ts'
import { inlineCode, sentenceHtml, slugOf } from '../html.ts'
import type { PageContent } from '../layout.ts'
import { type LinkResolver, renderMarkdown } from '../markdown.ts'

const pathOfFile = new Map(
  contents.flatMap(({ pages }) =>
    pages.flatMap(({ file, path }) => (file === undefined ? [] : [[file, path] as const])),
  ),
)

const errorBySlug = new Map(Object.keys(errorCatalog).map((code) => [slugOf(code), `/docs/errors/${code}`]))
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
export function eventPath(kind: string): string {
  return `/docs/events/${kind}`
}

/** Renders the page with all public kinds, by the noun in their names. */
export function eventsPage(source: string, operations: readonly PlacedOperation[]): PageContent {
  const [before = ''] = source.split(publicStart)
  const top = renderMarkdown(before, linksOf('reference/events.md', operations))
  const byNoun = [...Map.groupBy(eventKindsOf(source), ({ kind }) => kind.split(':')[0] ?? '')]
  const parts = byNoun.map(([noun, kinds]) => {
    const rows = kinds.map(
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
