import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunFile } from '@posthorn/client'
import { mountSmallDisk, type SmallDisk, until } from '@posthorn/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadSecrets, writeSecretFile } from './data-folder.ts'
import { type FirstRunOptions, firstRun } from './first-run.ts'
import { endLeftovers, RunRecord } from './run-file.ts'

let folder: string
let lines: string[]
const say = (line: string) => void lines.push(line)
let disk: SmallDisk | undefined

beforeEach(() => {
  // Filling a disk requires root. Without root, an unwritable folder stands in for a full disk.
  disk = mountSmallDisk(64 * 1024)
  folder = disk?.folder ?? mkdtempSync(join(tmpdir(), 'posthorn-state-'))
  lines = []
})
afterEach(() => {
  if (disk) return disk[Symbol.dispose]()
  chmodSync(folder, 0o700)
  rmSync(folder, { recursive: true, force: true })
})

const fill = () => (disk ? disk.fill() : chmodSync(folder, 0o500))
const free = () => (disk ? disk.free() : chmodSync(folder, 0o700))

const path = (name: string) => join(folder, name)
const read = (name: string) => JSON.parse(readFileSync(path(name), 'utf8')) as unknown
const known = {
  key: 'ph_live_1',
  workspace: 'ws_1',
  number: 'num_1',
  url: 'http://127.0.0.1:1',
  publicUrl: 'http://127.0.0.1:1',
  simulator: 'http://127.0.0.1:2',
}

const firstRunOptions = (simulator: string): FirstRunOptions => ({
  dataDir: folder,
  url: known.url,
  publicUrl: known.publicUrl,
  simulator,
  say,
  host: { prepare: () => Promise.reject(new Error('nothing is to be made')) },
  withGateway: () => Promise.reject(new Error('nothing is to be made')),
})

describe('on a full disk', () => {
  test('a state file stays as it was, with nothing half written beside it', () => {
    writeSecretFile(path('secrets.json'), { old: true })
    fill()
    expect(() => writeSecretFile(path('secrets.json'), { long: 'x'.repeat(9_000) })).toThrow(
      /secrets\.json cannot be written \((ENOSPC|EACCES)\): make space/,
    )
    expect(read('secrets.json')).toEqual({ old: true })
    expect(readdirSync(folder).filter((name) => name.includes('unfinished'))).toEqual([])
  })

  test('run.json is written later, once, and nothing ends', async () => {
    const run = new RunRecord(folder, say)
    run.write({ pid: 1 } as RunFile)
    fill()
    const large = (pid: number) => ({ pid, url: 'x'.repeat(9_000) }) as RunFile
    run.write(large(2))
    run.write(large(3))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^Warning: \S+run\.json cannot be written/)
    expect(read('run.json')).toEqual({ pid: 1 })
    free()
    await until(() => (read('run.json') as RunFile).pid === 3)
    run.remove()
    expect(existsSync(path('run.json'))).toBe(false)
  })

  test('a start with a known account continues', async () => {
    writeSecretFile(path('first-run.json'), known)
    fill()
    const moved = `http://${'x'.repeat(9_000)}`
    expect(await firstRun(firstRunOptions(moved))).toEqual({ account: { ...known, simulator: moved }, isNew: false })
    expect(lines[0]).toMatch(/^Warning: \S+first-run\.json cannot be written/)
    expect(read('first-run.json')).toEqual(known)
  })
})

test.each([
  ['credentials', 'team'],
  ['databasePasswords', 'groups'],
] as const)('a secret that a newer release adds to %s is made and kept, and no other changes', (part, name) => {
  const { [name as never]: _, ...known } = loadSecrets(folder)[part]
  const before = { ...loadSecrets(folder), [part]: known }
  writeSecretFile(path('secrets.json'), before)
  const after = loadSecrets(folder)
  expect(after).toEqual({ ...before, [part]: { ...known, [name]: expect.stringMatching(/^[\w-]{43}$/) } })
  expect(loadSecrets(folder)).toEqual(after)
})

describe('a torn file is named, with what to do', () => {
  test.each(['', '{"pid":', '\0\0\0\0'])('run.json: it is written anew (%j)', async (text) => {
    writeFileSync(path('run.json'), text)
    await endLeftovers(folder, say)
    expect(lines[0]).toMatch(/^Warning: \S+run\.json cannot be read \(it is not JSON\): it is written anew/)
    expect(existsSync(path('run.json'))).toBe(false)
  })

  test.each(['', '{"installa', '\0\0\0\0'])('secrets.json: restore it (%j)', (text) => {
    writeFileSync(path('secrets.json'), text)
    expect(() => loadSecrets(folder)).toThrow(/secrets\.json cannot be read \(it is not JSON\): restore it/)
    expect(readFileSync(path('secrets.json'), 'utf8')).toBe(text)
  })

  test.each(['', '{"key":"ph_', '{}', 'null'])('first-run.json: remove it (%j)', async (text) => {
    writeFileSync(path('first-run.json'), text)
    await expect(firstRun(firstRunOptions(known.simulator))).rejects.toThrow(
      /first-run\.json (cannot be read|is not complete).*: remove it, and the next start makes another key/,
    )
  })
})

test.each([
  ['the same public URL', known.publicUrl, []],
  ['another public URL', 'https://posthorn.example.com', ['callbacks']],
])('a start with %s has the simulator call the numbers there', async (_, publicUrl, expected) => {
  writeSecretFile(path('first-run.json'), known)
  const prepared: string[] = []
  const { account } = await firstRun({
    ...firstRunOptions(known.simulator),
    publicUrl,
    host: { prepare: async (what) => void prepared.push(what) as never },
    withGateway: (work) => work({ urls: {}, operator: 'secret', waitMs: 0 }),
  })
  expect(prepared).toEqual(expected)
  expect(account).toEqual({ ...known, publicUrl })
  expect(read('first-run.json')).toEqual(account)
})
