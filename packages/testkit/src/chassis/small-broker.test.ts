import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNats } from '@posthorn/embedded'
import { expect, it } from 'vitest'
import { until } from '../until.ts'
import { startProbe } from './probe.suite.ts'

it('a broker with little room gets a smaller stream instead of none', async () => {
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
