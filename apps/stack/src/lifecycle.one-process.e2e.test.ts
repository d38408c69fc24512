import { until } from '@posthorn/testkit'
import { Launcher, type RunningSystem } from '@posthorn/testkit/system'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isRead, removeAll, start, stopsAndContinues } from './lifecycle.fixture.ts'

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

  test('the key is printed at the first start only, and later ones say where it is kept', async () => {
    const { key } = one.account
    expect(firstOutput).toContain(key)
    await until(() => one.output.includes('first-run.json'), { describe: 'the text that is printed when it is ready' })
    expect(one.output).not.toContain(key)
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
