import { allOperations, errorCatalog, parseRest, publicKinds } from '@posthorn/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GatewayFixture, startGatewayFixture } from '../gateway.fixture.ts'

type PostmanItem = { item?: PostmanItem[]; request?: { method: string; url: { raw: string }; body?: { raw: string } } }

type ShownPart = { $ref?: string; properties?: object }
type ShownOperation = {
  tags?: string[]
  requestBody?: { content: Record<string, { schema: ShownPart }> }
  responses: Record<string, { $ref?: string }>
}
type ShownDocument = {
  paths: Record<string, Record<string, ShownOperation>>
  components: Record<string, Record<string, object>>
}

let fixture: GatewayFixture
beforeAll(async () => {
  fixture = await startGatewayFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const read = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${fixture.url}${path}`, { headers, redirect: 'manual' })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const linksOf = (html: string) =>
  [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link = '']) => link.replaceAll('&#38;', '&'))

/** Crawls the documentation from its first page and returns all pages. */
async function allPages(): Promise<Map<string, string>> {
  const pages = new Map<string, string>()
  const waiting = ['/docs']
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue
    const { status, text } = await read(path)
    expect([path, status]).toEqual([path, 200])
    pages.set(path, text)
    const isPage = (link: string) => link.startsWith('/docs') && !link.startsWith('/docs/assets/')
    waiting.push(
      ...linksOf(text)
        .map((link) => link.split('#')[0] ?? '')
        .filter(isPage),
    )
  }
  return pages
}

describe('the documentation', () => {
  it('has a page for every error and every public kind of event, and no link to a page or a heading that is missing', async () => {
    const pages = await allPages()
    for (const code of Object.keys(errorCatalog)) expect(pages.keys()).toContain(`/docs/errors/${code}`)
    for (const kind of publicKinds) expect(pages.keys()).toContain(`/docs/events/${kind}`)
    const dead = [...pages].flatMap(([from, html]) =>
      linksOf(html)
        .map((link) => (link.startsWith('#') ? `${from}${link}` : link))
        .filter((link) => link.startsWith('/docs') && link.includes('#') && !link.startsWith('/docs/api#'))
        .filter((link) => {
          const [path = '', id = ''] = link.split('#')
          return pages.get(path)?.includes(`id="${id}"`) !== true
        })
        .map((link) => `${from} links to ${link}`),
    )
    expect(dead).toEqual([])
  })

  it('gives every id once in a page, so that no heading takes the place of the layout', async () => {
    const repeated = [...(await allPages())].flatMap(([path, html]) => {
      const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)
      return ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${path}#${id}`)
    })
    expect(repeated).toEqual([])
  })

  it('loads scripts, styles, fonts and the search index from this host only, at addresses that never change', async () => {
    for (const path of ['/docs', '/docs/api']) {
      const page = await read(path)
      const loaded = linksOf(page.text).filter((link) => link.includes('/assets/'))
      expect(loaded.length).toBeGreaterThan(3)
      expect(page.text).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
      expect(page.headers.get('content-security-policy')).toContain("script-src 'self';")
      for (const link of loaded) {
        const asset = await read(link)
        expect([link, asset.status]).toEqual([link, 200])
        expect(asset.headers.get('cache-control')).toContain('immutable')
      }
    }
  })

  it('loads at most 1.3 MB for the reference, compressed, with all that its scripts and styles load in turn', async () => {
    const loaded = new Map<string, number>()
    const waiting = ['/docs/api']
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (loaded.has(path)) continue
      const { headers, text } = await read(path, { 'Accept-Encoding': 'gzip' })
      loaded.set(path, Number(headers.get('content-length')))
      waiting.push(...(text.match(/\/docs\/assets\/[a-z]+\.[0-9a-f]+\.[a-z0-9]+/g) ?? []))
    }
    expect([...loaded.keys()].filter((path) => /\/(?:openapi|scalar|inter)\./.test(path))).toHaveLength(3)
    expect([...loaded.values()].reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(1_300_000)
  })

  it('shows each operation in full in the part of the document that its link loads, and lists all others', async () => {
    const [, shown = ''] = /data-parts="([^"]+)"/.exec((await read('/docs/api')).text) ?? []
    const partOfTag = JSON.parse(shown.replaceAll('&#34;', '"')) as Record<string, string>
    const parts = new Map<string, ShownDocument>()
    for (const path of new Set(Object.values(partOfTag)))
      parts.set(path, JSON.parse((await read(path)).text) as ShownDocument)
    expect(parts.size).toBeGreaterThan(4)
    for (const { operation } of allOperations()) {
      if (operation.rest === undefined) continue
      const { method, path } = parseRest(operation.rest)
      const lists = [...parts.values()].map(({ paths }) => paths[path]?.[method.toLowerCase()])
      const [tag = ''] = lists[0]?.tags ?? []
      const full = parts.get(partOfTag[tag] ?? '')?.paths[path]?.[method.toLowerCase()]
      const told = [lists.includes(undefined), lists.filter((each) => Object.keys(each?.responses ?? {}).length > 0)]
      expect([operation.rest, ...told]).toEqual([operation.rest, false, [full]])
    }
    for (const document of parts.values()) {
      const used = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)
      for (const [reference, kind = '', name = ''] of used)
        expect([reference, name in (document.components[kind] ?? {})]).toEqual([reference, true])
    }
  })

  it('shows how our keys begin where the reference asks for one', async () => {
    const [scalar = ''] = /\/docs\/assets\/scalar\.[0-9a-f]+\.js/.exec((await read('/docs/api')).text) ?? []
    const { text } = await read(scalar)
    expect(text).toContain('placeholder:"ph_live_…"')
    expect(text).not.toContain('placeholder:"QUx')
  })

  it('answers 304 to a reader that has the page, and compresses only for one that can expand it', async () => {
    const plain = await read('/docs', { 'Accept-Encoding': 'identity' })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(plain.text).toContain('<!doctype html>')
    const compressed = await read('/docs', { 'Accept-Encoding': 'gzip' })
    expect(compressed.headers.get('content-encoding')).toBe('gzip')
    expect(compressed.text).toBe(plain.text)
    const etag = compressed.headers.get('etag') ?? ''
    for (const known of [etag, `"x", W/${etag}`, '*'])
      expect((await read('/docs', { 'If-None-Match': known })).status).toBe(304)
  })

  it('lists its pages for language models, with addresses that can be read', async () => {
    const { text } = await read('/llms.txt')
    const links = [...text.matchAll(/\]\((\S+)\)/g)].map(([, link = '']) => link)
    expect(links.length).toBeGreaterThan(15)
    for (const link of links) {
      expect(link.startsWith(fixture.url)).toBe(true)
      expect([link, (await read(link.slice(fixture.url.length))).status]).toEqual([link, 200])
    }
  })

  it('has a Postman collection with every operation of the document, each with the body of its example', async () => {
    const collection = JSON.parse((await read('/postman.json')).text) as PostmanItem & { variable: unknown[] }
    const document = JSON.parse((await read('/v1/openapi.json')).text) as { paths: Record<string, object> }
    const requestsIn = (item: PostmanItem): PostmanItem[] => (item.item ? item.item.flatMap(requestsIn) : [item])
    const requests = requestsIn(collection).flatMap(({ request }) => (request ? [request] : []))
    expect(collection.variable).toContainEqual({ key: 'baseUrl', value: fixture.url })
    const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    )
    const listed = requests.map(({ method, url }) => `${method} ${url.raw.replace('{{baseUrl}}', '')}`)
    expect(listed.toSorted()).toEqual(documented.toSorted())
    const sending = requests.find(({ method, url }) => `${method} ${url.raw}` === 'POST {{baseUrl}}/v1/messages')
    expect(JSON.parse(sending?.body?.raw ?? '')).toHaveProperty('phone')
  })

  it('shows every field of every body in one place, and every error code in its response', async () => {
    const addressIn = async (path: string, name: RegExp) => name.exec((await read(path)).text)?.[0] ?? ''
    const script = await addressIn('/docs/api', /\/docs\/assets\/reference\.\w+\.js/)
    const address = await addressIn(script, /\/docs\/assets\/openapi\.\w+\.json/)
    const shown = JSON.parse((await read(address)).text) as ShownDocument
    const part = <T extends { $ref?: string }>(given: T | undefined): T | undefined => {
      const [, , kind = '', name = ''] = given?.$ref?.split('/') ?? []
      return given?.$ref === undefined ? given : (shown.components[kind]?.[name] as T)
    }
    expect(JSON.stringify(shown)).not.toContain('"allOf"')
    for (const { operation } of allOperations()) {
      if (operation.rest === undefined) continue
      const { method, path, parameters } = parseRest(operation.rest)
      const { requestBody, responses } = shown.paths[path]?.[method.toLowerCase()] ?? { responses: {} }
      const body = part(requestBody?.content['application/json']?.schema)
      const sent = method === 'GET' ? [] : Object.keys(operation.input.shape)
      const fields = sent.filter((name) => !parameters.includes(name))
      const told = [shown.components['schemas']?.['Refused'], ...Object.values(responses).map((each) => part(each))]
      const missing = [
        ...fields.filter((name) => !(name in (body?.properties ?? {}))),
        ...operation.errors.filter((code) => !JSON.stringify(told).includes(code)),
      ]
      expect([operation.rest, missing]).toEqual([operation.rest, []])
      // Viewers ignore properties next to a `$ref`.
      for (const each of Object.values(responses))
        if (each.$ref !== undefined) expect(Object.keys(each)).toEqual(['$ref'])
    }
  })

  it('leads people from / to /docs, and programs to JSON', async () => {
    const person = await read('/', { Accept: 'text/html,*/*;q=0.8' })
    expect([person.status, person.headers.get('location')]).toEqual([302, '/docs'])
    expect(JSON.parse((await read('/')).text)).toMatchObject({ docs: `${fixture.url}/docs` })
  })

  it('shows the dashboard in pictures, for light and for dark pages', async () => {
    const { text } = await read('/docs/guides/dashboard')
    const pictures = [...text.matchAll(/<img src="([^"]+)" alt="[^"]+"/g)].map(([, link = '']) => link)
    expect(pictures.filter((link) => link.endsWith('-dark.jpg')).length).toBeGreaterThan(5)
    for (const link of pictures) {
      const picture = await read(link)
      expect([link, picture.status, picture.headers.get('content-type')]).toEqual([link, 200, 'image/jpeg'])
    }
  })

  it('offers people the search where there is no page', async () => {
    const { status, headers, text } = await read('/docs/none', { Accept: 'text/html' })
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(text).toContain('<button type="button" class="button find">Search</button>')
    expect((await read('/docs/none')).headers.get('content-type')).toContain('json')
  })

  it('leads from /docs/ to /docs, and answers 404 where there is no page', async () => {
    const slash = await read('/docs/')
    expect([slash.status, slash.headers.get('location')]).toEqual([308, '/docs'])
    for (const path of [
      '/docs/none',
      '/docs/errors/none',
      '/docs/assets/docs.css',
      '/docs/%2e%2e/package.json',
      '/docs/%',
    ])
      expect([path, (await read(path)).status]).toEqual([path, 404])
  })
})
