import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const CONFIG = fileURLToPath(new URL('../dependency-cruiser.config.mjs', import.meta.url))
const PROGRAM = fileURLToPath(new URL('../node_modules/.bin/depcruise', import.meta.url))

let tree: string

beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'posthorn-layers-'))
})

afterEach(() => rmSync(tree, { recursive: true, force: true }))

/** Writes a tree of files with the listed imports. Returns the broken rules by file. */
const rulesBroken = async (files: Readonly<Record<string, readonly string[]>>) => {
  for (const [path, imports] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    const lines = imports.map((target, i) => `import type { thing as thing${i} } from '${target}'\n`)
    writeFileSync(join(tree, path), `${lines.join('')}export const thing = 1\n`)
  }
  const report = await new Promise<string>((resolve) => {
    const args = ['--config', CONFIG, '--output-type', 'json', 'apps', 'packages']
    execFile(PROGRAM, args, { cwd: tree }, (_error, stdout) => resolve(stdout))
  })
  const { summary } = JSON.parse(report) as { summary: { violations: { from: string; rule: { name: string } }[] } }
  const broken: Record<string, string[]> = {}
  for (const { from, rule } of summary.violations) broken[from] = [...(broken[from] ?? []), rule.name].sort()
  return broken
}

const allowed = {
  'packages/contracts/src/index.ts': [],
  'packages/chassis/src/index.ts': ['../../contracts/src/index.ts'],
  'packages/embedded/src/index.ts': [],
  'packages/test-servers/src/index.ts': ['../../embedded/src/index.ts'],
  'packages/chassis/src/testing/service.fixture.ts': ['../index.ts', '../../../test-servers/src/index.ts'],
  'packages/chassis/src/testing/index.ts': ['./service.fixture.ts'],
  'packages/chassis/src/tx.test.ts': ['./index.ts', './testing/service.fixture.ts'],
  'packages/testkit/src/index.ts': ['../../chassis/src/index.ts', '../../chassis/src/testing/index.ts'],
  'packages/provider/src/index.ts': ['../../contracts/src/index.ts'],
  'apps/messaging/src/service.ts': ['./router.ts'],
  'apps/messaging/src/router.ts': ['./messages/send.ts'],
  'apps/messaging/src/messages/send.ts': ['../entities/message.ts', '../../../../packages/chassis/src/index.ts'],
  'apps/messaging/src/messages/send.test.ts': ['../service.ts', '../../../../packages/testkit/src/index.ts'],
  'apps/messaging/src/entities/message.ts': [],
}

test('a tree as it is meant to be breaks no rule', async () => {
  const main = { 'apps/stack/src/main.ts': ['../../messaging/src/service.ts'] }
  expect(await rulesBroken({ ...allowed, ...main })).toEqual({})
})

test('an import across the layers is named by its rule', async () => {
  const broken = await rulesBroken({
    ...allowed,
    'packages/contracts/src/down.ts': ['../../chassis/src/index.ts', 'node:fs'],
    'apps/contacts/src/list.ts': ['../../../packages/provider/src/index.ts'],
    'apps/contacts/src/entities/contact.ts': ['../list.ts'],
    'apps/contacts/src/list.test.ts': ['../../../packages/provider/src/index.ts'],
    'apps/groups/src/groups/groups.ts': ['../../../messaging/src/service.ts'],
    'apps/cli/src/seed.ts': ['../../../packages/testkit/src/index.ts'],
    'apps/stack/src/seed.ts': ['../../messaging/src/entities/message.ts'],
    'apps/numbers/src/numbers/numbers.ts': ['../router.ts'],
    'apps/numbers/src/router.ts': [],
    'packages/client/src/call.ts': ['../../contracts/src/down.ts'],
    'packages/chassis/src/run.ts': ['./testing/index.ts'],
    'packages/chassis/src/run.test.ts': ['../../testkit/src/index.ts'],
  })
  expect(broken).toEqual({
    'packages/contracts/src/down.ts': [
      'contracts run in a browser: no Node modules',
      'packages/contracts imports nothing of ours but itself',
    ],
    'apps/contacts/src/list.ts': [
      'apps/contacts imports nothing of ours but packages/contracts, packages/http, packages/chassis',
    ],
    'apps/contacts/src/entities/contact.ts': ['entities know nothing but entities'],
    'apps/contacts/src/list.test.ts': [
      'the tests of apps/contacts import nothing of ours but what apps/contacts may, and the test kit',
    ],
    'apps/groups/src/groups/groups.ts': [
      'apps/groups imports nothing of ours but packages/contracts, packages/chassis, packages/provider',
      'only main, tests and the stack import a service',
    ],
    'apps/cli/src/seed.ts': [expect.stringMatching(/^apps\/cli imports nothing of ours but /)],
    'apps/stack/src/seed.ts': [
      'a package is imported by its index',
      expect.stringMatching(/^apps\/stack imports nothing of ours but .*, every app's \.\/service$/),
    ],
    'apps/numbers/src/numbers/numbers.ts': ['a verb knows neither the router, nor events, nor workers'],
    'packages/client/src/call.ts': ['a package is imported by its index'],
    'packages/chassis/src/run.ts': ['only tests import the fixtures of the chassis'],
    'packages/chassis/src/run.test.ts': [
      'the tests of packages/chassis import nothing of ours but what packages/chassis may, and the test servers',
    ],
  })
})

test('NATS, Express and pino outside their folders, circles and missing files are named', async () => {
  for (const name of ['nats', 'express', 'pino']) {
    const folder = join(tree, 'node_modules', name)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '1.0.0', main: 'index.js' }))
    writeFileSync(join(folder, 'index.js'), 'exports.thing = 1')
  }
  const broken = await rulesBroken({
    'packages/chassis/src/bus/nats.ts': ['nats'],
    'packages/chassis/src/log.ts': ['pino', 'nats'],
    'apps/gateway/src/rest/serve.ts': ['express'],
    'apps/webhooks/src/webhooks/serve.ts': ['express', 'pino'],
    'apps/webhooks/src/webhooks/a.ts': ['./b.ts'],
    'apps/webhooks/src/webhooks/b.ts': ['./a.ts', './lost.ts'],
  })
  expect(broken).toEqual({
    'packages/chassis/src/log.ts': ['NATS is used only in chassis/src/bus, and by the tests and proofs that break it'],
    'apps/webhooks/src/webhooks/serve.ts': [
      'Express is imported only by the gateway, the simulator, the bench that compares with it and the test of the SDK with it',
      'only the chassis knows pino',
    ],
    // A cycle is reported once, where it is first found.
    'apps/webhooks/src/webhooks/a.ts': ['imports go in no circles'],
    'apps/webhooks/src/webhooks/b.ts': ['what is imported exists'],
  })
})
