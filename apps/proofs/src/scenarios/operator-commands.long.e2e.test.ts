import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environment, RunningSystem, repositoryRoot } from '@posthorn/testkit/system'
import { afterAll, beforeAll, expect, test } from 'vitest'

const pageOf = (name: string) => readFileSync(join(repositoryRoot, 'apps/docs/guides', `${name}.md`), 'utf8')
/** Returns a page's commands that need only a checkout, in order. */
const commandsOf = (name: string) => pageOf(name).match(/npx -y pnpm@\S+ --silent posthorn operator [^\n`]+/g) ?? []

const folder = mkdtempSync(join(tmpdir(), 'posthorn-operator-'))
let system: RunningSystem
beforeAll(async () => {
  system = await RunningSystem.start({ split: false, env: { LOG_LEVEL: 'error' } })
  writeRunFile()
})
afterAll(async () => {
  await system.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** Writes the file that tells the command where the deployment is, in the form that the guide prints. */
function writeRunFile(): void {
  const [, printed = ''] = /```json\n([\s\S]*?)```/.exec(pageOf('operate')) ?? []
  const { credential, urls } = system.run
  const text = printed
    .replace('https://posthorn.example.com', system.url)
    .replace('http://127.0.0.1:4000', urls['gateway'] ?? '')
    .replace(/<operator's secret[^>]*>/, credential.secret)
  writeFileSync(join(folder, 'run.json'), text.replace('"operator"', JSON.stringify(credential.name)))
}

function run(command: string): string {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
    cwd: repositoryRoot,
    env: { ...environment(), DATA_DIR: folder },
    encoding: 'utf8',
  })
  expect([command, status, stderr]).toEqual([command, 0, ''])
  return stdout
}

test('the commands of the guide to operate make a workspace and a key, revoke it, and verify the log', async () => {
  const known = new Map([['<folder>', folder]])
  const filled = (command: string) => [...known].reduce((text, [from, to]) => text.replace(from, to), command)
  const commands = commandsOf('operate')
  expect(commands.map((command) => command.split(' operator ')[1]?.split(' ').slice(0, 2).join(' '))).toEqual([
    'workspace create',
    'key create',
    'key revoke',
    'audit verify',
  ])
  for (const command of commands) {
    const printed = run(filled(command))
    for (const [id] of printed.matchAll(/\b(?:ws|key)_[0-9a-z]{20,}/g)) known.set(`${id.split('_')[0]}_…`, id)
  }
  expect([...known.keys()]).toEqual(['<folder>', 'ws_…', 'key_…'])
})
