import { errorCatalog } from '@posthorn/contracts'
import { type PlacedOperation, titleOfTag } from './document.ts'
import type { PageContent } from './layout.ts'
import { textOf } from './markdown.ts'
import { type EventKindPart, errorPath, eventPath } from './pages/catalog.ts'

export type SearchEntry = {
  kind: 'Guide' | 'Operation' | 'Error' | 'Event'
  title: string
  text: string
  href: string
  place: string
}

/** Longer texts are cut, because browsers load the texts of all entries at once. */
const textMax = 600
const withoutMarks = (text: string) => text.replaceAll('`', '')

/** Returns what the search in the browser finds: operations, sections of guides, errors and kinds of events. */
export function searchEntries(options: {
  guides: readonly PageContent[]
  operations: readonly PlacedOperation[]
  events: readonly EventKindPart[]
}): SearchEntry[] {
  return [
    ...options.operations.map(
      ({ method, path, tag, href, operation }): SearchEntry => ({
        kind: 'Operation',
        title: operation.summary ?? path,
        text: withoutMarks(operation.description ?? '').slice(0, textMax),
        href,
        place: `${method} ${path} ${titleOfTag(tag)}`,
      }),
    ),
    ...options.guides.flatMap(sectionsOf),
    ...Object.entries(errorCatalog).map(
      ([code, { status, message }]): SearchEntry => ({
        kind: 'Error',
        title: code,
        text: withoutMarks(message),
        href: errorPath(code),
        place: String(status),
      }),
    ),
    ...options.events.map(
      ({ kind, when }): SearchEntry => ({
        kind: 'Event',
        title: kind,
        text: withoutMarks(when),
        href: eventPath(kind),
        place: '',
      }),
    ),
  ]
}

/** Returns an entry per section. Leaves out headings, samples in languages other than shell, and buttons. */
const sectionsOf = ({ path, title, html }: PageContent): SearchEntry[] =>
  html.split(/(?=<h[23] )/).map((part): SearchEntry => {
    const [, id, heading = ''] = /^<h[23] id="([^"]*)">([\s\S]*?)<\/h[23]>/.exec(part) ?? []
    const body = textOf(
      part
        .replace(/^\s*(?:<!--[\s\S]*?-->\s*)?<h[123][\s\S]*?<\/h[123]>/, '')
        .replaceAll(/<div role="tabpanel"[^>]*class="in-(?!shell")[\s\S]*?<\/pre><\/div>\n?<\/div>/g, '')
        .replaceAll(/<button[\s\S]*?<\/button>/g, ''),
    )
    return {
      kind: 'Guide',
      title: id === undefined ? title : textOf(heading),
      text: body.slice(0, textMax),
      href: id === undefined ? path : `${path}#${id}`,
      place: id === undefined ? '' : title,
    }
  })
