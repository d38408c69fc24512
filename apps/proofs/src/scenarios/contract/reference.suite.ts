import { closeBrowser, openWatchedPage, type WatchedPage } from '@posthorn/testkit/browser'
import { afterAll, expect, test } from 'vitest'
import { restOperations } from './requests.ts'
import type { TenantFixture } from './tenant.fixture.ts'

/** Allows for a busy machine, because the page renders all operations. */
const patience = { interval: 500, timeout: 300_000 }

/** Operations as the page shows them: their request fields, including nested ones, and the text of their responses. */
type Shown = Record<string, { fields: string[]; names: string[]; responses: string }>
type Schema = {
  $ref?: string
  type?: string
  enum?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  allOf?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
}
type Body = { content: Partial<Record<string, { schema: Schema }>> }
type Document = {
  paths: Record<string, Record<string, { requestBody?: Body }>>
  components: { schemas: Record<string, Schema> }
}

/**
 * The page in the browser must show everything that the OpenAPI document has, because it leaves out or folds what is long. With `noun`,
 * checks its operations only: the page takes most of a minute to show all of them.
 */
export function referenceSuite(tenants: () => { mine: TenantFixture }, noun?: string): void {
  afterAll(closeBrowser)
  const operations = restOperations.filter((operation) => noun === undefined || operation.noun === noun)
  const place = noun === undefined ? '/tag/' : `/tag/${noun}/`

  test(`the reference shows every field of every request of ${noun ?? 'every noun'} and what is in it, and in full every error code of every operation`, async () => {
    const { url } = tenants().mine.system
    const document = (await (await fetch(`${url}/v1/openapi.json`)).json()) as Document
    const refused = document.components.schemas['Refused']?.allOf ?? []
    const common = refused.flatMap(({ properties }) => properties?.['errorCode']?.enum ?? [])
    expect(common.length).toBeGreaterThan(10)
    expect(namesInBody(document, 'POST /v1/messages').length).toBeGreaterThan(50)
    await using watched = await openWatchedPage(url, { viewport: { width: 1360, height: 900 } })
    const { page } = watched
    page.setDefaultTimeout(patience.timeout)
    await page.goto('/docs/api')
    await page.locator('button.show-more').first().waitFor()
    await page.evaluate(`document.querySelectorAll('button.show-more').forEach((button) => {
      if ((button.id + '/').includes('${place}')) button.click()
    })`)
    const sections = page.locator(`section[id*="${place}"][id*="/v1/"]`)
    await expect.poll(() => sections.count(), patience).toBe(operations.length)
    await expect.poll(() => expand(watched, 'Show additional properties'), patience).toBe(0)
    await expect.poll(() => openAttributes(watched), patience).toBe(0)
    await expect.poll(() => missingOn(watched, { document, operations, common }), patience).toEqual([])
    // Checks the shared responses only once, because they are the same for all operations.
    const first = sections.first()
    await first.locator('ul[aria-label="Responses"] button').filter({ hasText: 'default' }).first().click()
    await expect.poll(() => expand(watched, 'Show all values'), patience).toBe(0)
    const unseen = async () => {
      const text = await first.innerText()
      return common.filter((code) => !text.includes(code))
    }
    await expect.poll(unseen, patience).toEqual([])
  })
}

/** Clicks collapsed buttons with this text. Returns how many there were. */
const expand = ({ page }: WatchedPage, text: string) =>
  page.evaluate(`(() => {
    const closed = [...document.querySelectorAll('main button')]
      .filter((button) => button.textContent.includes('${text}') && button.ariaExpanded !== 'true')
    for (const button of closed) button.click()
    return closed.length
  })()`) as Promise<number>

/** Expands nested request fields, but not fields nested recursively inside themselves. Returns how many it expanded. */
const openAttributes = ({ page }: WatchedPage) =>
  page.evaluate(`(() => {
    const named = (button) => button.textContent.replace('Hide', 'Show')
    const isWithinItself = (button) => {
      let above = button.closest('.property')
      while ((above = above.parentElement.closest('.property'))) {
        const own = [...above.querySelectorAll('button')].find((each) => each.textContent.includes('Child Attributes'))
        if (named(own) === named(button)) return true
      }
      return false
    }
    const closed = [...document.querySelectorAll('section[id*="/v1/"] button')].filter((button) =>
      button.textContent.includes('Show Child Attributes') && button.ariaExpanded !== 'true'
        && !button.closest('ul[aria-label="Responses"]') && !isWithinItself(button))
    for (const button of closed) button.click()
    return closed.length
  })()`) as Promise<number>

/** Reads what each operation on the page shows. */
const shownBy = ({ page }: WatchedPage) =>
  page.evaluate(`Object.fromEntries([...document.querySelectorAll('section[id*="/v1/"]')].map((section) => {
    const place = section.id + '.'
    const fields = [...section.querySelectorAll('[id^="' + CSS.escape(place) + '"]')]
      .filter((field) => field.checkVisibility())
      .map(({ id }) => id.slice(place.length).split('.').slice(1).join('.'))
    const names = [...section.querySelectorAll('.property-name')]
      .filter((name) => name.checkVisibility() && !name.closest('ul[aria-label="Responses"]'))
      .map(({ textContent }) => textContent.replace(/Copy link to.*/, '').trim())
    const responses = [...section.querySelectorAll('ul[aria-label="Responses"] .markdown')]
      .filter((text) => text.checkVisibility() && text.scrollWidth <= text.clientWidth)
      .map(({ textContent }) => textContent)
    return [section.id.replace(/^.*?\\/tag\\/[^/]+\\/([A-Z]+)/, '$1 '), { fields, names, responses: responses.join() }]
  }))`) as Promise<Shown>

/** Returns what is missing on the page: request fields, including nested ones, and error codes other than the shared ones. */
async function missingOn(
  watched: WatchedPage,
  expected: { document: Document; operations: typeof restOperations; common: readonly string[] },
): Promise<string[]> {
  const { document, operations, common } = expected
  const shown = await shownBy(watched)
  return operations.flatMap(({ rest, operation: { input, errors } }) => {
    const { fields, names, responses } = shown[rest] ?? { fields: [], names: [], responses: '' }
    const unseen = errors.filter((code) => !common.includes(code) && !responses.includes(code))
    const lacking = Object.keys(input.shape).filter((name) => !fields.includes(name))
    const inside = namesInBody(document, rest).filter((name) => !names.includes(name))
    return [...lacking, ...inside, ...unseen].map((name) => `${rest} ${name}`)
  })
}

/** Returns the names of all fields in the request body of an operation, nested ones too. */
function namesInBody(document: Document, rest: string): string[] {
  const [method = '', path = ''] = rest.split(' ')
  const body = document.paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json']
  return body ? [...new Set(namesIn(body.schema, document, new Set()))] : []
}

/**
 * Returns the names of all fields in a schema. Of several alternatives, reads the first, as the page does. `seen`: references followed so
 * far, because schemas can contain themselves.
 */
function namesIn(schema: Schema, document: Document, seen: Set<string>): string[] {
  const { $ref, properties = {}, items, allOf = [], anyOf, oneOf } = schema
  const first = (anyOf ?? oneOf)?.find(({ type }) => type !== 'null')
  const within = [...Object.values(properties), ...allOf, ...[items, first].filter((each) => each !== undefined)]
  const names = [...Object.keys(properties), ...within.flatMap((each) => namesIn(each, document, seen))]
  if ($ref === undefined || seen.has($ref)) return names
  seen.add($ref)
  const named = document.components.schemas[$ref.replace('#/components/schemas/', '')]
  return named ? [...names, ...namesIn(named, document, seen)] : names
}
