import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { serviceNames } from '@posthorn/contracts'
import { processFacts } from '@posthorn/embedded'
import { cloneDatabase, natsUrl, until } from '@posthorn/testkit'
import { Launcher, newDataDir, RunningSystem, type SystemOptions } from '@posthorn/testkit/system'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const systems: RunningSystem[] = []

const removeAll = async () => void (await Promise.all(systems.splice(0).map((system) => system.remove())))
afterAll(removeAll)

const start = async (opts: SystemOptions) => {
  const system = await RunningSystem.start(opts)
  systems.push(system)
  return system
}

const livingPids = (system: RunningSystem) => Object.values(system.run.processes).map(({ pid }) => pid)
const alive = (pids: number[]) => pids.filter((pid) => processFacts(pid) !== undefined)

/** A message goes out and comes back as read: gateway, services, bus and simulator know of each other. */
const isRead = async (system: RunningSystem, phone: string) => {
  const { id } = await system.ok<{ id: string }>('POST', '/v1/messages', { body: { phone, message: 'Hello' } })
  await until(async () => (await system.ok('GET', `/v1/messages/${id}`))['status'] === 'read')
}

/** The behaviour of every system, however its parts run. */
const stopsAndContinues = (running: () => RunningSystem) => {
  test('Ctrl-C stops everything within 10 s, and the next start continues; after kill -9 the next start takes over', async () => {
    const system = running()
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
}

describe('one process', () => {
  let one: RunningSystem
  let firstOutput = ''
  beforeAll(async () => {
    one = await start({ split: false })
    await until(() => one.output.includes('Ctrl-C stops everything'))
    firstOutput = one.output
  })
  afterAll(removeAll)
  stopsAndContinues(() => one)

  test('the key is printed at the first start only, and later ones say where it is kept', () => {
    const { key } = one.account
    expect(firstOutput).toContain(key)
    expect(one.output).not.toContain(key)
    expect(one.output).toContain('first-run.json')
  })

  test('services that end are started again on the same addresses, visibly, and again', async () => {
    const { urls } = one.run
    for (let i = 1; i <= 2; i++) {
      const killed = one.kill9('services')
      await until(() => one.run.processes['services']?.pid !== killed, { timeoutMs: 60_000 })
      await until(() => one.output.split('The services run again').length === i + 1, { timeoutMs: 60_000 })
      expect(one.output).toContain('The services ended unexpectedly (SIGKILL); starting them again')
      await isRead(one, `+491512000001${i}`)
    }
    expect(one.run.urls).toEqual(urls)
  })

  test('two systems live side by side, each found by its data folder; on another port the simulator finds its way back', async () => {
    const two = await start({ split: false })
    expect(one.account.workspace).not.toBe(two.account.workspace)
    expect((await one.call('GET', '/v1/me')).status).toBe(200)
    expect((await one.call('GET', '/v1/me', { key: two.account.key })).status).toBe(401)
    expect(await one.posthorn('workspace', 'list')).toMatchObject([{ id: one.account.workspace }])

    const again = await new Launcher({ PORT: '0', DATA_DIR: one.dataDir }).ended
    expect(again.exitCode).toBe(1)
    expect(again.stderr).toMatch(/^posthorn: \S+ is in use by process \d+: .*\n$/)
    expect((await one.call('GET', '/v1/me')).status).toBe(200)

    await two.stop()
    const moved = await start({ split: false, dataDir: two.dataDir })
    expect(moved.url).not.toBe(two.url)
    expect(moved.account).toMatchObject({ url: moved.url, key: two.account.key, number: two.account.number })
    await isRead(moved, '+4915120000008')
  })
})

describe('separate processes', () => {
  const dataDir = newDataDir()
  let system: RunningSystem
  afterAll(removeAll)

  test('Ctrl-C while it starts stops what has been started, and the next start goes on from there', async () => {
    const early = new Launcher({ PORT: '0', DATA_DIR: dataDir })
    await until(() => early.output.includes('Starting the services'), { timeoutMs: 30_000 })
    early.child.kill('SIGINT')
    expect((await early.ended).exitCode).toBe(0)
    expect(existsSync(join(dataDir, 'postgres/cluster/postmaster.pid'))).toBe(false)
    system = await start({ split: true, dataDir })
  })

  test('a killed service, Postgres and NATS run again on the same addresses', async () => {
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

  stopsAndContinues(() => system)

  test('a second Ctrl-C does not wait', async () => {
    const pids = livingPids(system)
    const stuck = system.run.processes['messaging']?.pid ?? 0
    process.kill(stuck, 'SIGSTOP')
    const began = performance.now()
    const orderly = system.stop()
    await until(() => performance.now() - began > 500)
    await Promise.all([orderly, system.stop()])
    expect(performance.now() - began).toBeLessThan(2_500)
    process.kill(stuck, 'SIGCONT')
    await until(() => alive(pids).length === 0, { describe: 'every process to be gone' })
  })
})

test('a Postgres and a NATS that are given are used, with roles of our own, and left running', async () => {
  await using database = await cloneDatabase('empty', async () => {})
  const env = { DATABASE_URL: database.url, NATS_URL: natsUrl() }
  const system = await start({ split: false, env })
  expect(Object.keys(system.run.processes)).toEqual(['launcher', 'services'])
  await isRead(system, '+4915120000009')
  expect((await system.stop()).exitCode).toBe(0)

  const admin = new Client({ connectionString: database.url })
  await admin.connect()
  const { rows } = await admin.query(
    `select nspname as schema, pg_get_userbyid(nspowner) as owner from pg_namespace where nspname = any($1) order by 1`,
    [serviceNames],
  )
  const roleOf = (schema: string) => `${database.name}_${schema}`
  expect(rows).toEqual([...serviceNames].sort().map((schema) => ({ schema, owner: `${roleOf(schema)}_owner` })))
  await admin.query('drop schema gateway, messaging, contacts, groups, numbers, webhooks cascade')
  for (const role of serviceNames.flatMap((schema) => ['', '_sweep', '_owner'].map((kind) => roleOf(schema) + kind))) {
    await admin.query(`drop owned by ${role}`)
    await admin.query(`drop role ${role}`)
  }
  await admin.end()
})
