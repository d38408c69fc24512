import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { deadLinks, deadPaths } from './docs.ts'
import { leftForLater, longFiles, namelessFolders } from './form.ts'
import { oddPlans, straySql, untestedVerbs } from './services.ts'
import { readTree } from './tree.ts'

const house = readTree(fileURLToPath(new URL('../../../..', import.meta.url)))
const tree = (files: Readonly<Record<string, string>>) => new Map(Object.entries(files))

describe('this repository', () => {
  test('has no source file over 300 lines', () => expect(longFiles(house)).toEqual([]))
  test('has no folder with a name for anything', () => expect(namelessFolders(house)).toEqual([]))
  test('leaves no work for later', () => expect(leftForLater(house)).toEqual([]))
  test('gives every service the same rooms', () => expect(oddPlans(house)).toEqual([]))
  test('tests every verb', () => expect(untestedVerbs(house)).toEqual([]))
  test('keeps raw SQL in its rooms', () => expect(straySql(house)).toEqual([]))
  test('has no dead link in its pages', () => expect(deadLinks(house)).toEqual([]))
  test('cites no missing path in its pages', () => expect(deadPaths(house)).toEqual([]))
})

describe('the checks', () => {
  test('a file may have 300 lines, not 301', () => {
    const lines = (count: number) => 'a\n'.repeat(count)
    expect(longFiles(tree({ 'a.ts': lines(300), 'b.ts': lines(301), 'c.json': lines(900) }))).toEqual([
      'b.ts has 301 lines, more than 300',
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

  test('a service without a room, or with a main that works, is reported; a service not begun is not', () => {
    const root = 'apps/contacts/src'
    const rooms = ['service.ts', 'config.ts', 'router.ts', 'entities/contact.ts', 'migrations/0001.ts']
    const whole = Object.fromEntries(rooms.map((room) => [`${root}/${room}`, '']))
    expect(oddPlans(tree({ ...whole, [`${root}/main.ts`]: 'run()\n' }))).toEqual([])
    expect(oddPlans(tree({ ...whole, [`${root}/main.ts`]: 'a\n'.repeat(13) }))).toEqual([
      `${root}/main.ts has 13 lines, more than 12`,
    ])
    expect(oddPlans(tree(whole))).toEqual([`${root}/main.ts is missing: every service has it`])
  })

  test('a verb is tested by a file of its own or by name in the test of its noun', () => {
    const root = 'apps/messaging/src'
    const router = `import { send } from './messages/send.ts'
import { get as read, list } from './messages/read.ts'
import type { Row } from './messages/row.ts'
import { implement } from '@posthorn/chassis'`
    const files = { [`${root}/router.ts`]: router, [`${root}/messages/messages.test.ts`]: 'clients.messages.get()' }
    expect(untestedVerbs(tree({ ...files, [`${root}/messages/send.test.ts`]: '' }))).toEqual([
      `${root}/messages/read.ts: no read.test.ts, and no list in messages.test.ts`,
    ])
  })

  test('raw SQL is reported in verbs, not in its rooms, tests or prose', () => {
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

  test('dead links and paths of pages are reported; examples, addresses and anchors are not', () => {
    const page = `[a](../architecture.md) [b](lost.md#part) [c](#here) [d](https://example.com/x)
\`apps/docs/adr\` \`packages/lost/src\` \`npm run x\`
\`\`\`
[e](in-code.md) \`apps/in-code\`
\`\`\``
    const docs = tree({
      'apps/docs/adr/0001.md': page,
      'apps/docs/architecture.md': '',
      'apps/cli/notes.md': '[x](lost.md)',
    })
    expect(deadLinks(docs)).toEqual(['apps/docs/adr/0001.md links to lost.md, which does not exist'])
    expect(deadPaths(docs)).toEqual(['apps/docs/adr/0001.md cites packages/lost/src, which does not exist'])
  })
})
