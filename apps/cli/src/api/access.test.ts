import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { findAccess, removeLogin, writeLogin } from './access.ts'

const folder = mkdtempSync(join(tmpdir(), 'posthorn-login-'))
const env = { POSTHORN_CONFIG: join(folder, 'login.json') }
afterAll(() => rmSync(folder, { recursive: true }))

it('a login that cannot be stored leaves the earlier one', () => {
  writeLogin(env, { url: 'http://one', key: 'ph_live_one' })
  mkdirSync(join(folder, `login.json.${process.pid}`))
  expect(() => writeLogin(env, { url: 'http://two', key: 'ph_live_two' })).toThrow()
  expect(readFileSync(join(folder, 'login.json'), 'utf8')).toContain('ph_live_one')
  rmSync(join(folder, `login.json.${process.pid}`), { recursive: true })
})

it('a login file that is mounted into a container is written in place, and emptied to remove it', ({
  skip,
  onTestFinished,
}) => {
  writeLogin(env, { url: 'http://one', key: 'ph_live_one' })
  const volume = join(folder, 'volume.json')
  writeFileSync(volume, '')
  if (spawnSync('mount', ['--bind', volume, env.POSTHORN_CONFIG]).status !== 0) return skip('needs root')
  onTestFinished(() => void spawnSync('umount', [env.POSTHORN_CONFIG]))
  writeLogin(env, { url: 'http://two', key: 'ph_live_two' })
  expect(readFileSync(volume, 'utf8')).toContain('ph_live_two')
  expect(removeLogin(env)).toBe(env.POSTHORN_CONFIG)
  expect(readFileSync(volume, 'utf8')).toBe('')
  expect(removeLogin(env)).toBeUndefined()
})

it('a login file that is a link is removed with its key, and the next login is stored where the link leads', () => {
  const linked = { POSTHORN_CONFIG: join(folder, 'link.json') }
  const target = join(folder, 'target.json')
  writeFileSync(target, '')
  symlinkSync(target, linked.POSTHORN_CONFIG)
  writeLogin(linked, { url: 'http://one', key: 'ph_live_one' })
  expect(readFileSync(target, 'utf8')).toContain('ph_live_one')
  expect(removeLogin(linked)).toBe(linked.POSTHORN_CONFIG)
  expect(existsSync(target)).toBe(false)
  writeLogin(linked, { url: 'http://two', key: 'ph_live_two' })
  expect(readFileSync(target, 'utf8')).toContain('ph_live_two')
})

it('no file is reported as removed if there was no login', () => {
  expect(removeLogin({ POSTHORN_CONFIG: join(folder, 'none.json') })).toBeUndefined()
})

it('empty options and variables count as absent', () => {
  writeLogin(env, { url: 'http://one', key: 'ph_live_one' })
  const empty = { ...env, POSTHORN_URL: '', POSTHORN_TOKEN: '', DATA_DIR: '' }
  expect(findAccess({ url: '', key: '', dataDir: '' }, empty)).toMatchObject({ url: 'http://one', key: 'ph_live_one' })
})

it.each<[string, (path: string) => void, RegExp]>([
  ['run.json', (path) => writeFileSync(path, '{'), /run\.json is damaged: start the system again/],
  ['first-run.json', (path) => writeFileSync(path, '{'), /first-run\.json is damaged: remove it/],
  ['run.json', (path) => mkdirSync(path), /run\.json cannot be read \(EISDIR\)/],
])('the data folder of a system whose %s cannot be used is refused with the reason', (name, spoil, reason) => {
  const dataDir = mkdtempSync(join(folder, 'data-'))
  if (name !== 'run.json') writeFileSync(join(dataDir, 'run.json'), '{"url":"http://one"}')
  spoil(join(dataDir, name))
  expect(() => findAccess({ dataDir }, env)).toThrow(reason)
})
