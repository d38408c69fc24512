import { existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { processFacts } from '@posthorn/embedded'
import { until } from '@posthorn/testkit'
import { RunningSystem, type SystemOptions } from '@posthorn/testkit/system'
import { expect, test } from 'vitest'

const systems: RunningSystem[] = []

/** Removes the latest first, because an earlier one may have ended before it started on the same folder. */
export const removeAll = async () => {
  for (const system of systems.splice(0).reverse()) await system.remove()
}

export const start = async (opts: SystemOptions) => {
  const system = await RunningSystem.start(opts)
  systems.push(system)
  return system
}

export const livingPids = (system: RunningSystem) => Object.values(system.run.processes).map(({ pid }) => pid)
export const alive = (pids: number[]) => pids.filter((pid) => processFacts(pid) !== undefined)

/** Sends a message and waits until it is read, which shows that gateway, services, bus and simulator are connected. */
export const isRead = async (system: RunningSystem, phone: string) => {
  const { id } = await system.ok<{ id: string }>('POST', '/v1/messages', { body: { phone, message: 'Hello' } })
  await until(async () => (await system.ok('GET', `/v1/messages/${id}`))['status'] === 'read')
}

/** Tests that apply to every system, however its parts run. */
export const stopsAndContinues = (running: () => RunningSystem) => {
  test('Ctrl-C stops everything within 10 s, and the next start continues; after kill -9 the next start takes over, and a lost first-run.json revokes no used key', async () => {
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
    rmSync(join(system.dataDir, 'first-run.json'))
    await system.restart()
    expect(system.account.key).not.toBe(account.key)
    expect((await system.call('GET', '/v1/me', { key: account.key })).status).toBe(200)
    expect(alive(runningAgain)).toEqual([])
    expect((await system.call('GET', '/v1/me')).status).toBe(200)
  })
}
