import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { mountSmallDisk, until } from '@posthorn/testkit'
import { all, type Outcome } from '../check.ts'
import { brokenInvariants, invariantText } from '../invariants.ts'
import { startLoad, strangeStatuses } from '../load.ts'
import type { ProofFixture } from '../proof.fixture.ts'

/** Size of the installation's disk, which also holds its own Postgres. */
const diskMegabytes = 900
const fullForMs = 15_000
const backWithinMs = 240_000
const victims = ['webhooks', 'messaging', 'nats'] as const

/** J17: the installation's only disk (Postgres, spool, files and launcher state) fills up under load, and processes are killed. */
export async function fullDataDisk(fixture: ProofFixture): Promise<Outcome> {
  using disk = mountSmallDisk(diskMegabytes * 1024 ** 2)
  if (disk === undefined) return { passed: false, measured: 'needs root, to mount a small disk' }
  chmodSync(disk.folder, 0o711)
  const dataDir = join(disk.folder, 'data')
  mkdirSync(dataDir, { mode: 0o711 })
  const system = await fixture.freshSystem({ DATA_DIR: dataDir })
  try {
    const launcher = system.run.pid
    const load = startLoad(system, { perSecond: 20, body: { message: 'x'.repeat(3_000) } })
    await until(() => load.sent.length > 50)
    disk.fill()
    const killed = victims.map((part) => [part, fixture.signal(part, 'SIGKILL')] as const)
    await pause(fullForMs)
    // Also fills the space that dead processes freed.
    disk.fill()
    await pause(fullForMs)
    disk.free()
    const areBack = () => killed.every(([part, pid]) => system.run.processes[part]?.pid !== pid)
    await until(areBack, { timeoutMs: backWithinMs, describe: 'the killed processes to run again' })
    const before = load.sent.length
    await until(() => load.sent.length > before + 50, { timeoutMs: backWithinMs, describe: 'messages to be accepted' })
    const sent = await load.stop()
    const isSameLauncher = system.run.pid === launcher
    const broken = await brokenInvariants(fixture, system, { accepted: sent.map(({ id }) => id) })
    await system.stop()
    await system.restart()
    const last = sent.at(-1)?.id
    const { status } = await system.call('GET', `/v1/messages/${last}`)
    return all(
      `${sent.length} accepted in all, full for ${(2 * fullForMs) / 1_000} s with ${victims.join(', ')} killed meanwhile: all back, ${invariantText(broken)}, started again afterwards`,
      {
        'the launcher lives on': isSameLauncher,
        'only 201, 429, 503 and lost connections': strangeStatuses(sent).length === 0,
        'nothing lost or doubled': broken.length === 0,
        'it can be started again': status === 200,
      },
    )
  } finally {
    await fixture.end()
  }
}
