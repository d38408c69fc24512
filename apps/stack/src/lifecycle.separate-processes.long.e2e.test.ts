import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '@posthorn/testkit'
import { Launcher, newDataDir, type RunningSystem } from '@posthorn/testkit/system'
import { afterAll, describe, expect, test } from 'vitest'
import { alive, livingPids, removeAll, start, stopsAndContinues } from './lifecycle.fixture.ts'

describe('separate processes', () => {
  const dataDir = newDataDir()
  let system: RunningSystem
  afterAll(removeAll)

  test('Ctrl-C while it starts stops what has been started, and the next start continues from there', async () => {
    const early = new Launcher({ PORT: '0', DATA_DIR: dataDir })
    await until(() => early.output.includes('Starting the services'), { timeoutMs: 120_000 })
    early.child.kill('SIGINT')
    expect((await early.ended).exitCode).toBe(0)
    expect(existsSync(join(dataDir, 'postgres/cluster/postmaster.pid'))).toBe(false)
    system = await start({ split: true, dataDir })
  })

  test('a killed service, Postgres and NATS run again on the same addresses', async () => {
    const before = system.run
    for (const name of ['contacts', 'simulator', 'nats', 'postgres']) {
      await system.awaitRestart(name, system.kill9(name))
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
    expect(performance.now() - began).toBeLessThan(15_000)
    // Even processes that hang must be gone.
    await until(() => alive(pids).length === 0, { describe: 'every process to be gone' })
  })
  test('a start runs the code that the start before it compiled and stored', async () => {
    const env = { NODE_COMPILE_CACHE: join(dataDir, 'compiled'), NODE_DEBUG_NATIVE: 'COMPILE_CACHE' }
    const first = await start({ split: true, dataDir, env })
    await first.stop()
    await first.restart()
    const count = (outcome: string) => first.output.split(`was ${outcome},`).length - 1
    expect(count('accepted')).toBeGreaterThan(1_000)
    // V8 rejects code that was compiled with other flags, and each process would then store all its code again.
    expect(count('rejected')).toBe(0)
  })
})
