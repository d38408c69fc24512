import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { freePort, processFacts } from '@posthorn/embedded'
import { until } from '@posthorn/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { type Ended, Launcher, newDataDir, posthorn, RunningSystem } from './scenarios/system.ts'

const folders: string[] = []
const systems: RunningSystem[] = []

afterEach(async () => {
  await Promise.all(systems.splice(0).map((system) => system.remove()))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const folder = () => {
  const made = newDataDir()
  folders.push(made)
  return made
}

const start = async (opts: { split: boolean; dataDir?: string }) => {
  const system = await RunningSystem.start(opts)
  systems.push(system)
  return system
}

const refusedStart = async (env: Record<string, string>, args: string[] = []): Promise<Ended> =>
  new Launcher({ PORT: String(await freePort()), ...env }, args).ended

const livingPids = (system: RunningSystem) => Object.values(system.run.processes).map(({ pid }) => pid)
const alive = (pids: number[]) => pids.filter((pid) => processFacts(pid) !== undefined)

describe.each([
  ['one process', false],
  ['separate processes', true],
])('%s', (_, split) => {
  test('Ctrl-C stops everything within 10 s, and the next start continues; after kill -9 the next start takes over', async () => {
    const system = await start({ split })
    const { account } = system
    const pids = livingPids(system)
    expect(statSync(join(system.dataDir, 'first-run.json')).mode & 0o777).toBe(0o600)
    const sent = await system.ok<{ id: string }>('POST', '/v1/messages', {
      body: { phone: '+4915112345678', message: 'kept' },
    })

    const began = performance.now()
    const { exitCode, stderr } = await system.stop()
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(performance.now() - began).toBeLessThan(10_000)
    expect(alive(pids)).toEqual([])
    expect(existsSync(join(system.dataDir, 'run.json'))).toBe(false)

    await system.restart()
    expect(system.account).toEqual({ ...account, simulator: system.account.simulator })
    expect(await system.ok('GET', `/v1/messages/${sent.id}`)).toMatchObject({ id: sent.id, message: 'kept' })

    const runningAgain = livingPids(system)
    system.kill9('launcher')
    await system.restart()
    expect(alive(runningAgain)).toEqual([])
    expect((await system.call('GET', '/v1/me')).status).toBe(200)
  })
})

test('a killed service, Postgres and NATS run again on the same addresses', async () => {
  const system = await start({ split: true })
  const before = system.run
  for (const name of ['contacts', 'simulator', 'nats', 'postgres']) {
    const killed = system.kill9(name)
    await until(() => (system.run.processes[name]?.pid ?? killed) !== killed, { describe: `${name} to run again` })
  }
  await until(async () => (await system.call('GET', '/v1/contacts')).status === 200)
  const { urls, natsUrl, databaseUrl } = system.run
  expect({ urls, natsUrl, databaseUrl }).toEqual({
    urls: before.urls,
    natsUrl: before.natsUrl,
    databaseUrl: before.databaseUrl,
  })
})

test('two systems live side by side, and each is found by its data folder', async () => {
  const [one, two] = await Promise.all([start({ split: false }), start({ split: false })])
  expect(one.account.workspace).not.toBe(two.account.workspace)
  expect((await one.call('GET', '/v1/me')).status).toBe(200)
  expect((await one.call('GET', '/v1/me', { key: two.account.key })).status).toBe(401)
  expect(await one.posthorn('workspace', 'list')).toMatchObject([{ id: one.account.workspace }])

  const again = await refusedStart({ DATA_DIR: one.dataDir })
  expect(again.exitCode).toBe(1)
  expect(again.stderr).toMatch(/^posthorn: \S+ is in use by process \d+: .*\n$/)
  expect((await one.call('GET', '/v1/me')).status).toBe(200)
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

  test.each([
    ['PORT', 'http', /^posthorn: PORT: must be a whole number/],
    ['PORT', '70000', /^posthorn: PORT: must be a whole number/],
    ['DATABASE_URL', 'mysql://x', /^posthorn: DATABASE_URL: must be a URL that begins with postgres:/],
    ['DATABASE_URL', 'postgres://u:secret@127.0.0.1:1/x', /^posthorn: DATABASE_URL: .*ECONNREFUSED/],
    ['NATS_URL', 'localhost', /^posthorn: NATS_URL: must be a URL/],
    ['ALLOW_PRIVATE_ADDRESSES', 'maybe', /^posthorn: ALLOW_PRIVATE_ADDRESSES: must be true or false/],
  ])('a wrong setting: %s=%s', async (name, value, expected) => {
    const ended = await refusedStart({ DATA_DIR: folder(), [name]: value })
    oneLine(ended, expected)
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
  })

  test('secrets that cannot be read, lack a part, or are gone while what they encrypt is not', async () => {
    const dataDir = folder()
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(join(dataDir, 'secrets.json'), '{"installa')
    oneLine(await refusedStart({ DATA_DIR: dataDir }), /secrets\.json cannot be read \(it is not JSON\)/)
    writeFileSync(join(dataDir, 'secrets.json'), '{}')
    oneLine(await refusedStart({ DATA_DIR: dataDir }), /secrets\.json is not complete/)
    rmSync(join(dataDir, 'secrets.json'))
    writeFileSync(join(dataDir, 'first-run.json'), '{}')
    oneLine(await refusedStart({ DATA_DIR: dataDir }), /secrets\.json is missing/)
    expect(readFileSync(join(dataDir, 'first-run.json'), 'utf8')).toBe('{}')
  })

  test('an unknown argument', async () => {
    oneLine(await refusedStart({ DATA_DIR: folder() }, ['--spilt']), /^posthorn: --spilt: the only argument is --split/)
  })
})

test('the command says in one line that nothing runs', async () => {
  const { exitCode, stdout, stderr } = await posthorn({ DATA_DIR: folder() }, ['key', 'list', '--json'])
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' })
  expect(stderr).toMatch(/^posthorn: nothing runs on \S+: start it with .*\n$/)
})
