import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { allOperations, errorCatalog, eventCatalog, messageStatus } from '@posthorn/contracts'
import { describe, expect, it } from 'vitest'
import { isSource, isTest, readTree } from '../repo-rules/tree.ts'
import { generatedLine } from './markdown.ts'
import { referenceFolder, referencePages } from './reference.ts'
import { readSettings, settingsPage } from './settings.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const pages = await referencePages(root)
const settings = await readSettings(root)
const headingsOf = (name: string) =>
  [...(pages[name] ?? '').matchAll(/^### (.+)$/gm)].map(([, heading = '']) => heading)
const byText = (a: string, b: string) => a.localeCompare(b)

/** Product source, excluding tests and files that only declare codes and kinds. */
const written = [...readTree(root)]
  .filter(([path]) => /^(apps|packages)\/(connectors\/)?[^/]+\/src\//.test(path) && isSource(path) && !isTest(path))
  .filter(
    ([path]) =>
      !/^packages\/(tooling|testkit|test-servers)\/|\/contract\.ts$|contracts\/src\/(errors|events|([\w-]+\/)?[\w-]+-events)\.ts$/.test(
        path,
      ),
  )
  .map(([, text]) => text)
const isWritten = (name: string) => written.some((text) => text.includes(`'${name}'`))

describe('the reference', () => {
  it.each(Object.keys(pages))('%s is what `pnpm run docs` makes of the code', (name) => {
    expect(readFileSync(join(root, referenceFolder, name), 'utf8')).toBe(pages[name])
    expect(pages[name]?.startsWith(generatedLine)).toBe(true)
  })

  it('names every error of the catalog, and none besides', () => {
    expect(headingsOf('errors.md').toSorted(byText)).toEqual(Object.keys(errorCatalog).toSorted(byText))
  })

  it('names every kind of event, and none besides', () => {
    expect(headingsOf('events.md').toSorted(byText)).toEqual(Object.keys(eventCatalog).toSorted(byText))
  })

  it('names every operation once', () => {
    expect(headingsOf('operations.md')).toHaveLength(allOperations().length)
    expect(new Set(headingsOf('operations.md')).size).toBe(allOperations().length)
  })

  it('has a row for each field within another, with type, limits and meaning', () => {
    const [, send = ''] = (pages['operations.md'] ?? '').split('### POST /v1/messages\n')
    for (const row of [
      '| `media.file` | body | file id | Id of a stored file |',
      '| `poll.options` | body | list of text, 1–100 characters | The options, all different; required |',
      '| `list.sections[].rows[].title` | body | text, 1–24 characters | Text of the row; required |',
      '| `template.components[].parameters[].type` | body |',
    ])
      expect(send.split('\n### ')[0]).toContain(row)
    expect(pages['events.md']).toContain('| `summaries.chat.name` |')
  })

  it('has every table of every service, each with its meaning and its columns', () => {
    const migrations = [...readTree(root)].filter(
      ([path]) => /\/migrations\/|chassis-migrations\.ts$/.test(path) && isSource(path),
    )
    const created = migrations.flatMap(([, text]) =>
      [...text.matchAll(/^ *`create (?:\w+ )?table (\w+)/gm)].map(([, name]) => name),
    )
    expect(created.length).toBeGreaterThan(100)
    for (const name of created)
      expect(pages['tables.md']).toMatch(new RegExp(`\\| \`${name}\` \\| \\S[^]*^  ${name} \\{\n    \\S`, 'm'))
  })

  it('shows the default of a setting that is a list of words as it is written', () => {
    expect(pages['settings.md']).toContain('| `OPT_IN_WORDS` | `start,subscribe` |')
  })

  it('shows every status of a message', () => {
    const rows = [...(pages['statuses.md'] ?? '').matchAll(/^\| `(\w+)` \|/gm)].map(([, status]) => status)
    expect(rows).toEqual(messageStatus.options)
  })

  it('has a row of the roles for each request, with the password where a member enters it first', () => {
    const rows = [...(pages['roles.md'] ?? '').matchAll(/^\| `(\w+\.\w+)` \| `(\w+ [^`]+)` \|/gm)].map(
      ([, , line]) => line,
    )
    expect(rows).toEqual(allOperations().flatMap(({ operation }) => operation.rest ?? []))
    expect(pages['roles.md']).toContain(
      '| `contacts.update` | `PATCH /v1/contacts/{id}` |  | yes | yes | yes |  | `manage` |',
    )
    expect(pages['roles.md']).toContain('| `keys.create` | `POST /v1/keys` |  |  | yes | yes | password | `admin` |')
  })

  it('says what every setting means', () => {
    expect(settings['chassis']?.map(({ name }) => name)).toContain('DATABASE_URL')
    const silent = Object.values(settings)
      .flat()
      .filter(({ description }) => description === '')
    expect(silent).toEqual([])
  })
})

describe('the settings of the launcher', () => {
  const { start = [], chassis = [] } = settings

  it('are all on the page', () => {
    const source = readFileSync(join(root, 'apps/stack/src/settings.ts'), 'utf8')
    const read = [...source.matchAll(/settings\['(\w+)'\]|\('(\w+)', settings/g)].map(([, a, b]) => a ?? b)
    expect(read.length).toBeGreaterThan(10)
    const listed = new Set(['INIT_CWD', ...[...start, ...chassis].map(({ name }) => name)])
    expect(read.filter((name = '') => !listed.has(name))).toEqual([])
    expect(start.map(({ name }) => name)).toContain('DATABASE_URL_<SERVICE>')
  })

  it.each([
    ['DATA_DIR', '.data'],
    ['ALLOW_PRIVATE_ADDRESSES', 'true'],
    ['SAFETY_CHECKS', 'skip'],
    ['LOG_LEVEL', 'error'],
  ])('%s has its default there: %s', (name, fallback) => {
    const [, part = ''] = (pages['settings.md'] ?? '').split('\n## start\n')
    expect(part).toContain(`| \`${name}\` | \`${fallback}\` |`)
  })
})

describe('the catalogs', () => {
  it('hold no error that nothing answers', () => {
    expect(Object.keys(errorCatalog).filter((name) => !isWritten(name))).toEqual([])
  })

  it('hold no event that nothing publishes or consumes', () => {
    expect(Object.keys(eventCatalog).filter((kind) => !isWritten(kind))).toEqual([])
  })
})

describe('the page of settings', () => {
  it('distinguishes required, defaulted and optional settings', () => {
    const page = settingsPage({
      chassis: [{ name: 'NEEDED', required: true, description: 'Needed at start' }],
      gateway: [
        { name: 'USUAL', required: false, fallback: '3000', description: 'A | B' },
        { name: 'EXTRA', required: false, description: 'May be absent' },
      ],
      contacts: [],
    })
    expect(page).toContain('| `NEEDED` | required | Needed at start |')
    expect(page).toContain('| `USUAL` | `3000` | A \\| B |')
    expect(page).toContain('| `EXTRA` |  | May be absent |')
    expect(page).toContain('## contacts\n\nOnly those of every service.')
  })
})
