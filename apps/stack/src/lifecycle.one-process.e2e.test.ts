import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { until } from '@posthorn/testkit'
import { Launcher, type RunningSystem, withDescendants } from '@posthorn/testkit/system'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isRead, removeAll, start, stopsAndContinues } from './lifecycle.fixture.ts'

const listenOn = async (port: number): Promise<Server> => {
  const taken = Promise.withResolvers<Server>()
  const tryOnce = () => {
    const server = createServer()
    server.once('error', tryOnce)
    server.listen(port, '127.0.0.1', () => taken.resolve(server))
  }
  tryOnce()
  return taken.promise
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

  test('output that is kept has no secret: it says where the key is, and how to make the link of the owner', async () => {
    const { key, workspace } = one.account
    await until(() => one.output.includes('Ctrl-C stops everything'))
    for (const output of [firstOutput, one.output]) {
      expect(output).not.toContain(key)
      expect(output).not.toContain('/app/welcome#')
      expect(output).toContain(`API key    stored in ${join(one.dataDir, 'first-run.json')}`)
    }
    expect(firstOutput).toContain(`posthorn operator workspace welcome ${workspace}`)
    const { link } = await one.posthorn<{ link: string }>('operator', 'workspace', 'welcome', workspace)
    expect(link).toMatch(/\/app\/welcome#\S{40,}$/)
  })

  test('every file in the data folder is for its owner only, and Postgres and NATS let no one in without a password', async () => {
    const open = readdirSync(one.dataDir, { recursive: true, encoding: 'utf8' })
      .map((name) => join(one.dataDir, name))
      .filter((path) => {
        const facts = lstatSync(path, { throwIfNoEntry: false })
        return facts?.isFile() && (facts.mode & 0o077) !== 0
      })
    expect(open).toEqual([])
    const { databaseUrl, natsUrl } = one.run
    const { port } = new URL(databaseUrl)
    for (const role of ['postgres', 'messaging']) {
      const client = new Client({ connectionString: `postgres://${role}@127.0.0.1:${port}/posthorn` })
      await expect(client.connect()).rejects.toThrow(/password/i)
    }
    expect(new URL(natsUrl).password).toMatch(/^\S{40,}$/)
  })

  test('a start of which a part fails leaves no process behind and is tried again', async () => {
    const before = withDescendants([one.run.pid]).length
    const { port } = new URL(one.run.urls['contacts'] ?? '')
    const killed = one.kill9('services')
    const squatter = await listenOn(Number(port))
    await until(() => one.output.includes('The services did not start: '), { timeoutMs: 120_000 })
    expect(one.output).toContain('EADDRINUSE')
    squatter.close()
    await until(() => one.output.includes('The services run again'), { timeoutMs: 120_000 })
    expect(one.run.processes['services']?.pid).not.toBe(killed)
    await until(() => withDescendants([one.run.pid]).length <= before)
    await isRead(one, '+4915120000010')
  })

  test('services that end are started again on the same addresses, visibly, and again', async () => {
    const { urls } = one.run
    const returns = () => one.output.split('The services run again').length
    for (let i = 1; i <= 2; i++) {
      const [killed, before] = [one.kill9('services'), returns()]
      await one.awaitRestart('services', killed)
      await until(() => returns() > before)
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
    expect(await one.posthorn('operator', 'workspace', 'list')).toMatchObject([{ id: one.account.workspace }])

    const again = await new Launcher({ PORT: '0', DATA_DIR: one.dataDir }).ended
    expect(again.exitCode).toBe(1)
    expect(again.stderr).toMatch(/^posthorn: \S+ is in use by process \d+: .*\n$/)
    expect((await one.call('GET', '/v1/me')).status).toBe(200)

    const { key, number } = two.account
    await two.stop()
    const moved = await start({ split: false, dataDir: two.dataDir })
    expect(moved.url).not.toBe(two.url)
    expect(moved.account).toMatchObject({ url: moved.url, key, number })
    await isRead(moved, '+4915120000008')
    await moved.stop()
    // As after a first start that was interrupted before its end.
    rmSync(join(two.dataDir, 'first-run.json'))
    const continued = await start({ split: false, dataDir: two.dataDir })
    expect(continued.account).toMatchObject({ url: continued.url, number })
    await isRead(continued, '+4915120000007')
  })
})
