import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openSpool } from './index.ts'

it('what a process that died has left of uploads is removed at the next start, and nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-spool-'))
  const old = new Date(Date.now() - 2 * 3_600_000)
  const left = 'posthorn-upload-0f8fad5b-d9cb-469f-a165-70867728950e'
  const [fresh, folders, others] = [left.replace('0f8f', '1f8f'), 'posthorn-upload-x', 'notes.txt']
  for (const name of [left, fresh, others]) writeFileSync(join(folder, name), 'x')
  mkdirSync(join(folder, folders))
  for (const name of [left, folders, others]) utimesSync(join(folder, name), old, old)
  await openSpool(folder)
  expect([left, fresh, folders, others].filter((name) => existsSync(join(folder, name)))).toEqual([
    fresh,
    folders,
    others,
  ])
  await openSpool(join(folder, 'made'))
  expect(existsSync(join(folder, 'made'))).toBe(true)
  rmSync(folder, { recursive: true, force: true })
})
