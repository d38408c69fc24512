import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNats } from '@posthorn/embedded'
import { until } from '@posthorn/test-servers'
import { expect, it } from 'vitest'
import { startProbe } from '../testing/probe.fixture.ts'

it('a broker with little space gets a smaller stream instead of none', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'posthorn-small-'))
  const nats = await startNats({ dataDir, reservableBytesMax: 300 * 1024 ** 2 })
  {
    await using probe = await startProbe({ env: { NATS_URL: nats.url } })
    const ids = await probe.announce(3)
    await until(async () => (await probe.effects()).length === 3)
    expect(await probe.effects()).toEqual(ids)
  }
  await nats.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

it('a full stream says so, makes events wait, and empties as soon as the service that was missing has acknowledged', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'posthorn-full-'))
  const nats = await startNats({ dataDir })
  {
    const env = { NATS_URL: nats.url, BUS_CONSUMERS: 'contacts,groups', BUS_BYTES_MAX: String(1024 ** 2) }
    await using probe = await startProbe({ env, busName: 'full' })
    const readiness = async () =>
      (await (await fetch(`${probe.fixture.service.url}/readyz`)).json()) as { reasons: string[] }
    let announced = 0
    await until(async () => {
      announced += (await probe.announce(100)).length
      return (await probe.runtime().bus.stream.read()).fill > 0.9
    })
    announced += (await probe.announce(300)).length
    await until(async () => (await readiness()).reasons.some((reason) => /9\d % full: groups/.test(reason)))
    expect(await (await fetch(`${probe.fixture.service.url}/metrics`)).text()).toMatch(/^bus_fill_ratio\S* 0\.9/m)
    await using late = await startProbe({ name: 'groups', env, busName: 'full' })
    await until(async () => (await late.effects()).length === announced, { timeoutMs: 120_000 })
    await until(async () => (await readiness()).reasons.length === 0, { timeoutMs: 40_000 })
    await until(async () => new Set(await probe.effects()).size === announced, { timeoutMs: 40_000 })
    await until(async () => (await probe.runtime().bus.stream.read()).fill < 0.1)
  }
  await nats.stop()
  rmSync(dataDir, { recursive: true, force: true })
})
