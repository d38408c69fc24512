import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres } from '@posthorn/embedded'
import { mountSmallDisk, until } from '@posthorn/testkit'
import { all, type Outcome } from '../check.ts'
import { brokenInvariants, invariantText } from '../invariants.ts'
import { startLoad } from '../load.ts'
import type { ProofFixture } from '../proof.fixture.ts'

const fullForMs = 8_000
/** Responses to writes committed before the disk filled up may still arrive during this time. */
const answeringMs = 500

/** A11: Postgres's disk, including its write-ahead log, is full, and later has space again. */
export async function fullDatabaseDisk(fixture: ProofFixture): Promise<Outcome> {
  using disk = mountSmallDisk(320 * 1024 ** 2)
  if (disk === undefined) return { passed: false, measured: 'needs root, to mount a small disk' }
  chmodSync(disk.folder, 0o711)
  const dataDir = join(disk.folder, 'postgres')
  const settings = { max_wal_size: '64MB', min_wal_size: '32MB', wal_recycle: 'off' }
  const first = await startPostgres({ dataDir, settings })
  const { port } = first
  const system = await fixture.freshSystem({ DATABASE_URL: first.url })
  const load = startLoad(system, { perSecond: 30, body: { message: 'x'.repeat(3_000) } })
  await until(() => load.sent.length > 50, { timeoutMs: 30_000 })
  disk.fill()
  // Fills the space left for the write-ahead log. Postgres then stops writing.
  await until(
    () =>
      fixture.rows('select pg_switch_wal()').then(
        () => false,
        () => true,
      ),
    { timeoutMs: 30_000 },
  )
  await pause(answeringMs)
  const beforeFull = load.sent.length
  await pause(fullForMs)
  const acceptedWhileFull = load.sent.length - beforeFull
  disk.free()
  await first.stop('immediate')
  const again = await startPostgres({ dataDir, settings, port })
  try {
    await until(() => load.sent.length > beforeFull + acceptedWhileFull + 20, { timeoutMs: 60_000 })
    const sent = await load.stop()
    const strange = [...new Set(sent.flatMap(({ statuses }) => statuses))].filter((status) => status !== 201)
    const broken = await brokenInvariants(fixture, system, { accepted: sent.map(({ id }) => id) })
    await fixture.end()
    return all(
      `${acceptedWhileFull} × 201 in ${fullForMs / 1000} s without space, answers besides 201: ${strange.join(', ')}; ${sent.length} accepted in all, ${invariantText(broken)} after`,
      {
        'nothing accepted without space': acceptedWhileFull === 0,
        'only 503 and lost connections besides': strange.every((status) => status === 503 || status === 0),
        'nothing lost or doubled': broken.length === 0,
      },
    )
  } finally {
    await fixture.end()
    await again.stop()
  }
}
