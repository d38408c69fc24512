import { fileURLToPath } from 'node:url'
import { errorCatalog, eventCatalog } from '@posthorn/contracts'
import { openApiDocument } from '@posthorn/contracts/openapi'
import { describe, expect, test } from 'vitest'
import { isSource, readTree } from '../repo-rules/tree.ts'
import { faultsOf, type Prose, translatedPhrases } from './prose.ts'

const tree = [...readTree(fileURLToPath(new URL('../../../..', import.meta.url)))]

/** Generated pages, and the page that shows bad examples. */
const written = new Set(['apps/docs/reference/guarantees.md', '.github/CONTRIBUTING.md'])

/** Whether the page is written by hand. Generated pages are checked at their source. */
const isPage = (path: string, text: string) =>
  /^(README\.md|AGENTS\.md|\.github\/.*\.md|apps\/docs\/.*\.md|(apps|packages)\/.*README\.md)$/.test(path) &&
  !text.startsWith('<!-- Generated') &&
  !written.has(path)
const pages = tree.flatMap(([place, text]): Prose[] => (isPage(place, text) ? [{ place, text }] : []))

const errors = Object.entries(errorCatalog).map(([place, { message }]): Prose => ({ place, text: message }))
const events = Object.entries(eventCatalog).map(([place, { when }]): Prose => ({ place, text: when }))

const screens = tree
  .filter(([path]) => path.startsWith('apps/dashboard/src/words/en/'))
  .flatMap(([path, source]) =>
    [...source.matchAll(/: (?:'((?:[^'\\\n]|\\.)+)'|"([^"\n]+)")/g)].map(
      ([, single, double]): Prose => ({ place: path, text: (single ?? double ?? '').replaceAll("\\'", "'") }),
    ),
  )

function descriptions(): Prose[] {
  const found = new Map<string, string>()
  const visit = (value: unknown, place: string): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [name, part] of Object.entries(value)) {
      if (name === 'example' || name === 'examples') continue
      if (typeof part === 'string' && /^(description|summary)$/.test(name)) found.set(part, place)
      else visit(part, `${place}/${name}`)
    }
  }
  visit(openApiDocument(), '')
  return [...found].map(([text, place]) => ({ place, text }))
}

const comment = /^[ \t]*(?:\/\*\*?[\s\S]*?\*\/|\/\/ .*)/gm
const comments = tree
  .filter(([path]) => isSource(path) && !/\/generated\/|^packages\/tooling\/src\/prose\//.test(path))
  .flatMap(([path, source]) => (source.match(comment) ?? []).map((text): Prose => ({ place: path, text })))

/** Comments in files that operators read. */
const deploymentComments = tree
  .filter(([path]) => path.startsWith('docker/'))
  .map(([place, source]): Prose => ({ place, text: (source.match(/^\s*# .*/gm) ?? []).join('\n') }))

const faults = async (texts: readonly Prose[]) => (await Promise.all(texts.map(faultsOf))).flat()

describe('in plain American English are', () => {
  test('the pages', async () => expect(await faults(pages)).toEqual([]))
  test('the descriptions of the contract', async () => expect(await faults(descriptions())).toEqual([]))
  test('the sentences of errors and events', async () => expect(await faults([...errors, ...events])).toEqual([]))
  test('the texts of the dashboard', async () => expect(await faults(screens)).toEqual([]))
  test('the comments', () => expect([...comments, ...deploymentComments].flatMap(translatedPhrases)).toEqual([]))
})

test('a misspelled word, a wrong article, a repeated word and a phrase that reads translated are reported', async () => {
  const text = 'A adress of the the customer, who apologised prior to somebody.'
  const found = await faultsOf({ place: 'a', text })
  for (const part of ['word `adress`', '`An`', 'repeated `the`', 'prior to', 'apologised', 'somebody'])
    expect(found.filter((fault) => fault.includes(part))).toHaveLength(1)
})
