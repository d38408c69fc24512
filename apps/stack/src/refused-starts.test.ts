import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { freePort } from '@posthorn/embedded'
import { until } from '@posthorn/testkit'
import { type Ended, Launcher, newDataDir, posthorn } from '@posthorn/testkit/system'
import { afterEach, describe, expect, test } from 'vitest'
import { loadSecrets } from './data-folder.ts'
import { readSettings } from './settings.ts'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const folder = () => {
  const made = newDataDir()
  folders.push(made)
  return made
}

const refusedStart = async (env: Record<string, string>, args: string[] = []): Promise<Ended> =>
  new Launcher({ PORT: String(await freePort()), ...env }, args).ended

test.each([
  ['--from', 'here', '--to', 'there', '--remove'],
  ['--from', 'here', '--remove', '--abort'],
])('a move of a workspace with options that contradict each other is refused: %j', (...options) => {
  const main = join(import.meta.dirname, 'move', 'main.ts')
  const args = ['--conditions=source', main, 'ws_01k5v2s8xgf9hb3m4q7r8t9w0y', ...options]
  const ended = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(ended).toMatchObject({ status: 1, stderr: expect.stringMatching(/^move-workspace <ws_…> .*\n$/) })
})

describe('a start that cannot be says why in one line and leaves nothing running', () => {
  const oneLine = (ended: Ended, expected: RegExp) => {
    expect(ended.stderr).toMatch(expected)
    expect(ended.stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(ended.exitCode).toBe(1)
  }

  test('a port in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => taken.once('listening', resolve))
    const { port } = taken.address() as { port: number }
    const dataDir = folder()
    oneLine(await refusedStart({ DATA_DIR: dataDir, PORT: String(port) }), /^posthorn: PORT: \d+ is in use: /)
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
    taken.close()
  })

  test('a wrong setting', async () => {
    oneLine(await refusedStart({ DATA_DIR: folder(), PORT: 'http' }), /^posthorn: PORT: must be a whole number/)
  })

  test.each([
    ['DATABASE_URL', 'postgres://u:secret@127.0.0.1:1/x'],
    ['DATABASE_URL_WEBHOOKS', 'postgres://u:secret@127.0.0.1:1/x'],
    ['NATS_URL', 'nats://u:secret@127.0.0.1:1'],
  ])('a server that refuses connections: %s', async (name, url) => {
    const ended = await refusedStart({ DATA_DIR: folder(), START_WAIT_SECONDS: '0', [name]: url })
    oneLine(ended, new RegExp(`^posthorn: ${name}: .*REFUSED`))
    expect(ended.stderr).not.toContain('secret')
  })

  test.each([
    ['one process', []],
    ['separate processes', ['--split']],
  ])('a wrong setting of a service, %s', async (_, args) => {
    const dataDir = folder()
    oneLine(
      await refusedStart({ DATA_DIR: dataDir, RATE_LIMIT_KEY_PER_SECOND: 'fast' }, args),
      /RATE_LIMIT_KEY_PER_SECOND: /,
    )
    expect(existsSync(join(dataDir, 'run.json'))).toBe(false)
    await until(() => !existsSync(join(dataDir, 'postgres/cluster/postmaster.pid')))
  })

  test('a data folder that is a file, cannot be made, or cannot be written', async () => {
    const file = join(folder(), 'file')
    writeFileSync(file, '')
    oneLine(await refusedStart({ DATA_DIR: file }), /^posthorn: DATA_DIR: \S+ is a file/)
    oneLine(
      await refusedStart({ DATA_DIR: join(file, 'below') }),
      /^posthorn: DATA_DIR: \S+ cannot be written \(ENOTDIR\)/,
    )
    oneLine(await refusedStart({ DATA_DIR: '/proc/posthorn' }), /^posthorn: DATA_DIR: \S+ cannot be written/)
    const backups = { DATA_DIR: folder(), BACKUP_DIR: '/proc/posthorn' }
    oneLine(await refusedStart(backups), /^posthorn: BACKUP_DIR: \S+ cannot be written/)
  })

  test.each(['first-run.json', 'postgres/cluster'])('secrets that are gone while %s is not', (name) => {
    const dataDir = folder()
    mkdirSync(join(dataDir, name), { recursive: true })
    expect(() => loadSecrets(dataDir)).toThrow(/secrets\.json is missing/)
    expect(existsSync(join(dataDir, 'secrets.json'))).toBe(false)
  })

  test.each([
    ['installation', undefined],
    ['masterKeys', ''],
    ['serverPasswords', {}],
    ['credentials', undefined],
    ['credentials', { gateway: 1 }],
    ['databasePasswords', { messaging: '' }],
  ])('secrets in which %s is %j', (part, value) => {
    const dataDir = folder()
    mkdirSync(dataDir, { recursive: true })
    const path = join(dataDir, 'secrets.json')
    const damaged = JSON.stringify({ ...loadSecrets(dataDir), [part]: value })
    writeFileSync(path, damaged)
    expect(() => loadSecrets(dataDir)).toThrow(/secrets\.json is not complete/)
    expect(readFileSync(path, 'utf8')).toBe(damaged)
  })

  test('secrets that cannot be read or lack a part', async () => {
    const dataDir = folder()
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(join(dataDir, 'secrets.json'), '{"installa')
    oneLine(await refusedStart({ DATA_DIR: dataDir }), /secrets\.json cannot be read \(it is not JSON\)/)
    writeFileSync(join(dataDir, 'secrets.json'), '{}')
    oneLine(await refusedStart({ DATA_DIR: dataDir }), /secrets\.json is not complete/)
  })

  test('a Postgres that does not answer is waited for, which can be given up at once', async () => {
    const env = {
      DATA_DIR: folder(),
      PORT: String(await freePort()),
      DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/x',
    }
    const waiting = new Launcher({ ...env, START_WAIT_SECONDS: '600' })
    await until(() => waiting.output.includes('DATABASE_URL: this Postgres does not answer yet'), {
      timeoutMs: 120_000,
    })
    expect(waiting.output).not.toContain('secret')
    waiting.child.kill('SIGINT')
    expect((await waiting.ended).exitCode).toBe(0)
  })

  test('an unknown argument', async () => {
    oneLine(await refusedStart({ DATA_DIR: folder() }, ['--spilt']), /^posthorn: --spilt: the only argument is --split/)
  })
})

test.each([
  ['PORT', 'http', 'PORT: must be a whole number'],
  ['PORT', '70000', 'PORT: must be a whole number'],
  ['DATABASE_URL', 'mysql://x', 'DATABASE_URL: must be a URL that begins with postgres:'],
  ['DATABASE_URL_WEBHOOKS', 'mysql://x', 'DATABASE_URL_WEBHOOKS: must be a URL that begins with postgres:'],
  ['DATABASE_POOLER', 'transaction', 'DATABASE_POOLER: needs DATABASE_URL of the pooler'],
  ['DATABASE_DIRECT_URL', 'postgres://x', 'DATABASE_DIRECT_URL: needs DATABASE_POOLER'],
  ['NATS_URL', 'localhost', 'NATS_URL: must be a URL'],
  ['NATS_URL', 'nats://one,tls://two', 'NATS_URL: all servers must have nats://, or all tls://'],
  ['START_WAIT_SECONDS', 'long', 'START_WAIT_SECONDS: must be a whole number of seconds'],
  ['START_WAIT_SECONDS', '3601', 'START_WAIT_SECONDS: must be a whole number of seconds up to 3600'],
  ['ALLOW_PRIVATE_ADDRESSES', 'maybe', 'ALLOW_PRIVATE_ADDRESSES: must be true or false'],
  ['BACKUP_DRI', '/backups', 'BACKUP_DRI: is not a setting; did you mean BACKUP_DIR?'],
  ['DATABASE_URI', 'postgres://x', 'DATABASE_URI: is not a setting; did you mean DATABASE_URL?'],
  ['POSTHORN_MODE', 'safe', 'POSTHORN_MODE: is not a setting; remove it'],
  ['ROLE', 'worker', 'ROLE: start chooses this itself; remove it, or run the services'],
  ['FILES_DIR', '/files', 'FILES_DIR: start keeps these files in DATA_DIR'],
  ['MESSAGING_URL', 'http://x', 'MESSAGING_URL: start chooses this itself'],
  ['MASTER_KEYS', '1:x', 'MASTER_KEYS: start keeps this in secrets.json in DATA_DIR; remove it'],
  ['CREDENTIAL_FILE', '/run/secrets/x', 'CREDENTIAL: start keeps this in secrets.json'],
])('the settings refuse %s=%s by its name', (name, value, expected) => {
  expect(() => readSettings({ [name]: value }, [])).toThrow(expected)
})

test('the settings refuse one folder for data and for backups', () => {
  const settings = { DATA_DIR: '/srv/posthorn', BACKUP_DIR: '/srv/posthorn/' }
  expect(() => readSettings(settings, [])).toThrow('BACKUP_DIR: name another folder than DATA_DIR')
})

test('a list of NATS servers may have spaces after its commas, which the services would refuse', () => {
  const { natsUrl } = readSettings({ NATS_URL: 'nats://u:secret@one, nats://two' }, [])
  expect(natsUrl).toBe('nats://u:secret@one,nats://two')
})

test('HOST is ignored, because shells and hosting platforms set it', () => {
  expect(readSettings({ HOST: 'laptop' }, []).passed).toEqual({})
})

test('settings of the launcher are read from files, and are not passed on as files too', () => {
  const file = join(folder(), 'value')
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, 'postgres://u:secret@db.example.com/x\n')
  const { databaseUrl, passed } = readSettings({ DATABASE_URL_FILE: file, LOG_LEVEL: 'info' }, [])
  expect({ databaseUrl, passed }).toEqual({
    databaseUrl: 'postgres://u:secret@db.example.com/x',
    passed: { LOG_LEVEL: 'info' },
  })
  writeFileSync(file, '/backups')
  expect(readSettings({ BACKUP_DIR_FILE: file }, []).backupDir).toBe('/backups')
  expect(() => readSettings({ PORT_FILE: `${file}.gone` }, [])).toThrow(
    'PORT: the file of PORT_FILE cannot be read: ENOENT',
  )
})

test('the command says in one line that nothing runs', async () => {
  const { exitCode, stdout, stderr } = await posthorn({ DATA_DIR: folder() }, ['operator', 'key', 'list', '--json'])
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' })
  expect(stderr).toMatch(/^error: no system is running on \S+: start one with .*\n$/)
})
