import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ErrorCode } from '@posthorn/contracts'
import { type ApiDocument, type DocumentedOperation, operationsOf, shownDocument, tagGroupsOf } from './document.ts'
import { contents, layOut, type PageAssets, type PageContent, type Titles } from './layout.ts'
import { picturesOf, slugOf } from './markdown.ts'
import {
  errorCodes,
  errorPage,
  errorPath,
  errorsPage,
  eventKindsOf,
  eventPage,
  eventPath,
  eventsPage,
} from './pages/catalog.ts'
import {
  guidePage,
  homePage,
  llmsText,
  missingPage,
  operationsPage,
  readMarkdownPages,
  referencePage,
} from './pages/pages.ts'
import { postmanCollection } from './pages/postman.ts'
import { searchEntries } from './search.ts'
import { hashOf, type SiteFile, siteFile } from './site-file.ts'

/** A document with one group's full operations. Other operations have only the fields that a list shows. */
type DocumentPart = { name: string; tags: string[]; text: string }

type Paths = ApiDocument['paths']

/** Returns a part for each group of nouns. Viewers render a part in about two thirds of the time they need for the whole document. */
const documentParts = (document: ApiDocument): DocumentPart[] =>
  tagGroupsOf(document).map(({ name, tags }) => ({
    name: `openapi-${slugOf(name)}.json`,
    tags,
    text: JSON.stringify(partOf(document, new Set(tags))),
  }))

/** Returns the document with full operations only for these nouns, and only the components that they use. */
function partOf(document: ApiDocument, tags: ReadonlySet<string>): object {
  const paths = shortenedExcept(document.paths, (operation) => tags.has(operation.tags?.[0] ?? ''))
  const webhooks = shortenedExcept(document.webhooks ?? {}, () => false)
  const used = new Set<string>()
  follow(paths, document, used)
  const components = Object.entries(document.components ?? {}).map(([kind, items]) => [
    kind,
    kind === 'securitySchemes'
      ? items
      : Object.fromEntries(Object.entries(items).filter(([name]) => used.has(`#/components/${kind}/${name}`))),
  ])
  return { ...document, paths, webhooks, components: Object.fromEntries(components) }
}

/** Shortens all operations except those that stay full. */
function shortenedExcept(paths: Paths, isFull: (operation: DocumentedOperation) => boolean): Paths {
  const items = Object.entries(paths).map(([path, item]) => {
    const operations = Object.entries(item).map(([method, each]) => [method, isFull(each) ? each : shortened(each)])
    return [path, Object.fromEntries(operations)] as const
  })
  return Object.fromEntries(items) as Paths
}

/** Returns only what a list of operations shows. */
function shortened({ tags = [], summary = '', operationId = '' }: DocumentedOperation): DocumentedOperation {
  return { tags, summary, operationId, responses: {} }
}

/** Adds all components to `used` that a value refers to, directly or through others. */
function follow(value: unknown, document: ApiDocument, used: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, each] of Object.entries(value)) {
    if (name !== '$ref' || typeof each !== 'string') follow(each, document, used)
    else if (!used.has(each)) {
      used.add(each)
      const [, , kind = '', component = ''] = each.split('/')
      follow(
        (document.components as Record<string, Record<string, unknown>> | undefined)?.[kind]?.[component],
        document,
        used,
      )
    }
  }
}

/** A file that pages load. Its URL contains a hash of its bytes. */
type Asset = { href: string; type: string; read: () => string | Buffer }
type Assets = ReadonlyMap<string, Asset>

/** Returns the path of one of our files for browsers. */
const ownAsset = (name: string) => fileURLToPath(new URL(`../assets/${name}`, import.meta.url))

/** Files by name. Each may refer to earlier files as `./<name>`. */
const sources: { name: string; file: string; type: string }[] = [
  {
    name: 'inter.woff2',
    file: fileURLToPath(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')),
    type: 'font/woff2',
  },
  {
    name: 'mono.woff2',
    file: fileURLToPath(
      import.meta.resolve('@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2'),
    ),
    type: 'font/woff2',
  },
  { name: 'icon.svg', file: ownAsset('icon.svg'), type: 'image/svg+xml' },
  { name: 'docs.css', file: ownAsset('docs.css'), type: 'text/css; charset=utf-8' },
  { name: 'reference.css', file: ownAsset('reference.css'), type: 'text/css; charset=utf-8' },
  {
    name: 'minisearch.js',
    file: fileURLToPath(import.meta.resolve('minisearch')),
    type: 'text/javascript; charset=utf-8',
  },
  { name: 'theme.js', file: ownAsset('theme.js'), type: 'text/javascript; charset=utf-8' },
  { name: 'find.js', file: ownAsset('find.js'), type: 'text/javascript; charset=utf-8' },
  { name: 'search.js', file: ownAsset('search.js'), type: 'text/javascript; charset=utf-8' },
  { name: 'docs.js', file: ownAsset('docs.js'), type: 'text/javascript; charset=utf-8' },
  {
    name: 'scalar.js',
    file: fileURLToPath(import.meta.resolve('@scalar/api-reference/browser/standalone.js')),
    type: 'text/javascript; charset=utf-8',
  },
  { name: 'accessible.js', file: ownAsset('accessible.js'), type: 'text/javascript; charset=utf-8' },
  { name: 'testkey.js', file: ownAsset('testkey.js'), type: 'text/javascript; charset=utf-8' },
  { name: 'reference.js', file: ownAsset('reference.js'), type: 'text/javascript; charset=utf-8' },
]

/** Returns the files that pages load, with the hashes of their bytes. To save memory, a file is read again when it is first served. */
function readAssets(generated: { name: string; type: string; text: string }[]): Assets {
  const assets = new Map<string, Asset>()
  const add = (name: string, type: string, read: () => string | Buffer) => {
    const [stem, extension] = [name.slice(0, name.lastIndexOf('.')), name.slice(name.lastIndexOf('.'))]
    assets.set(name, { href: `/docs/assets/${stem}.${hashOf(read())}${extension}`, type, read })
  }
  for (const { name, type, text } of generated) add(name, type, () => text)
  for (const { name, file, type } of sources) {
    if (file === ownAsset(name)) add(name, type, () => linked(readFileSync(file, 'utf8'), assets))
    else if (name === 'scalar.js') add(name, type, () => withOurPlaceholder(readFileSync(file, 'utf8')))
    else add(name, type, () => readFileSync(file))
  }
  return assets
}

/** Replaces Scalar's placeholder for an empty key field, because it looks like a key. Scalar has no option for it. */
const withOurPlaceholder = (scalar: string): string =>
  scalar.replaceAll('QUxMIFlPVVIgQkFTRSBBUkUgQkVMT05HIFRPIFVT', 'ph_live_…')

/** Replaces the names of other files, such as `./search.js`, and the name of the imported package with their URLs. */
const linked = (text: string, assets: Assets): string =>
  text
    .replaceAll(/(?<=from )'minisearch'/g, `'${assets.get('minisearch.js')?.href ?? ''}'`)
    .replaceAll(
      /\.\/([a-z]+\.(?:js|json|css|svg|woff2))(?=['"])/g,
      (name, file: string) => assets.get(file)?.href ?? name,
    )

/** Returns the URL of a file that pages load. */
function hrefOf(assets: Assets, name: string): string {
  const asset = assets.get(name)
  if (asset === undefined) throw new Error(`the site has no file ${name}`)
  return asset.href
}

/**
 * Returns the file at a path. For unknown paths, returns the not-found page within `/docs` and undefined elsewhere. Files are rendered and
 * compressed once, on the first request.
 */
export type DocsSite = (path: string) => Promise<SiteFile> | undefined

const html = 'text/html; charset=utf-8'
const pictureTypes: Record<string, string> = { '.jpg': 'image/jpeg', '.png': 'image/png', '.svg': 'image/svg+xml' }

/** Creates the site from the OpenAPI document and the folder with the documentation. */
export function createDocsSite({ document: json, folder }: { document: string; folder: string }): DocsSite {
  const document = JSON.parse(json) as ApiDocument
  const operations = operationsOf(document)
  const markdownPages = readMarkdownPages(folder)
  const eventsSource = readFileSync(join(folder, 'reference/events.md'), 'utf8')
  const events = eventKindsOf(eventsSource)
  const titles = titlesOf(markdownPages)
  const guides = markdownPages.map((each): [string, () => PageContent] => [
    each.path,
    once(() => guidePage(each, operations, document)),
  ])
  const pages = new Map<string, () => PageContent>([
    ...guides,
    ['/docs', () => homePage(titles, document, operations)],
    ['/docs/operations', () => operationsPage(document, operations)],
    ['/docs/errors', () => errorsPage(document)],
    ['/docs/events', () => eventsPage(eventsSource, operations)],
    ...errorCodes.map((code: ErrorCode): [string, () => PageContent] => [
      errorPath(code),
      () => errorPage(code, document, operations),
    ]),
    ...events.map((part): [string, () => PageContent] => [eventPath(part.kind), () => eventPage(part, operations)]),
  ])
  const entries = once(() =>
    JSON.stringify(searchEntries({ guides: guides.map(([, page]) => page()), operations, events })),
  )
  const shown = once(() => shownDocument(document))
  const parts = once(() => documentParts(shown()))
  const assets = once(() =>
    readAssets(
      [
        { name: 'index.json', text: entries() },
        { name: 'openapi.json', text: JSON.stringify(shown()) },
        ...parts(),
      ].map(({ name, text }) => ({ name, text, type: 'application/json' })),
    ),
  )
  const files = new Map<string, () => Promise<SiteFile>>()
  for (const [path, page] of pages) {
    files.set(path, () => siteFile(html, layOut(page(), titles, pageAssets(assets()))))
  }
  for (const { path, source } of markdownPages) {
    files.set(`${path}.md`, () => siteFile('text/markdown; charset=utf-8', source))
  }
  for (const path of markdownPages.flatMap(({ source }) => picturesOf(source))) {
    files.set(`/docs/${path}`, () => siteFile(pictureTypes[extname(path)] ?? '', readFileSync(join(folder, path))))
  }
  files.set('/llms.txt', () => siteFile('text/plain; charset=utf-8', llmsText(titles, operations)))
  files.set('/postman.json', () => siteFile('application/json', postmanCollection(document, operations)))
  files.set('/docs/api', () => {
    const partOfTag = parts().flatMap(({ name, tags }) => tags.map((tag) => [tag, hrefOf(assets(), name)]))
    const loaded = { ...pageAssets(assets()), ...referenceAssets(assets()) }
    return siteFile(html, referencePage(loaded, Object.fromEntries(partOfTag) as Record<string, string>))
  })
  const missing = once(async () => ({
    ...(await siteFile(html, layOut(missingPage(titles), titles, pageAssets(assets())))),
    isMissing: true as const,
  }))
  const served = servedOnce(files, assets)
  return (path) => served(path) ?? (path.startsWith('/docs/') ? missing() : undefined)
}

/** Returns a function that makes each file on its first request and keeps it. */
function servedOnce(files: ReadonlyMap<string, () => Promise<SiteFile>>, assets: () => Assets): DocsSite {
  const made = new Map<string, Promise<SiteFile>>()
  const makerOf = (path: string): (() => Promise<SiteFile>) | undefined => {
    if (!path.startsWith('/docs/assets/')) return files.get(path)
    const asset = [...assets().values()].find(({ href }) => href === path)
    return asset && (() => siteFile(asset.type, asset.read(), true))
  }
  return (path) => {
    const found = made.get(path)
    if (found !== undefined) return found
    const file = makerOf(path)?.()
    if (file !== undefined) made.set(path, file)
    return file
  }
}

/** Returns the title of each page: that in the contents or, for a Markdown page without one there, its heading. */
function titlesOf(markdownPages: { path: string; title: string }[]): Titles {
  const stated = contents.flatMap(({ pages }) =>
    pages.map(({ path, title }): [string, string] => [path, title ?? path]),
  )
  return new Map([...stated, ...markdownPages.map(({ path, title }): [string, string] => [path, title])])
}

/** Returns the URLs of the files that every page loads. */
const pageAssets = (assets: Assets): PageAssets => ({
  style: hrefOf(assets, 'docs.css'),
  script: hrefOf(assets, 'docs.js'),
  theme: hrefOf(assets, 'theme.js'),
  icon: hrefOf(assets, 'icon.svg'),
})

/** Returns the URLs of the files that only the API reference loads. */
const referenceAssets = (assets: Assets) => ({
  referenceStyle: hrefOf(assets, 'reference.css'),
  scalar: hrefOf(assets, 'scalar.js'),
  referenceScript: hrefOf(assets, 'reference.js'),
})

/** Returns a function that computes its value on the first call, so that a page costs nothing until it is requested. */
function once<T>(compute: () => T): () => T {
  let value: { computed: T } | undefined
  return () => {
    value ??= { computed: compute() }
    return value.computed
  }
}
