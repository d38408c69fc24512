import { posix } from 'node:path'
import { errorCatalog, publicKinds } from '@posthorn/contracts'
import { contents } from './contents.ts'
import type { PlacedOperation } from './document.ts'
import { slugOf } from './html.ts'
import type { LinkResolver } from './markdown.ts'

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
