import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RunningSystem } from '@posthorn/testkit/system'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorCommands, runPrinted, writeRunFile } from './printed-commands.fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'posthorn-operator-'))
let system: RunningSystem
beforeAll(async () => {
  system = await RunningSystem.start({ split: false, env: { LOG_LEVEL: 'error' } })
  writeRunFile(system, folder)
})
afterAll(async () => {
  await system.remove()
  rmSync(folder, { recursive: true, force: true })
})

test('the commands of the guide to operate make a workspace and a key, revoke it, and verify the log', async () => {
  const known = new Map([['<folder>', folder]])
  const filled = (command: string) => [...known].reduce((text, [from, to]) => text.replace(from, to), command)
  const commands = operatorCommands('operate')
  expect(commands.map((command) => command.split(' operator ')[1]?.split(' ').slice(0, 2).join(' '))).toEqual([
    'workspace create',
    'key create',
    'key revoke',
    'audit verify',
  ])
  for (const command of commands) {
    const printed = runPrinted(filled(command), { DATA_DIR: folder })
    for (const [id] of printed.matchAll(/\b(?:ws|key)_[0-9a-z]{20,}/g)) known.set(`${id.split('_')[0]}_…`, id)
  }
  expect([...known.keys()]).toEqual(['<folder>', 'ws_…', 'key_…'])
})
