import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startNats, startPostgres } from '@posthorn/embedded'
import { type Proxy, startProxy, until } from '@posthorn/testkit'
import type { RunningSystem } from '@posthorn/testkit/system'
import { all, type Outcome } from '../check.ts'
import type { ProofFixture } from '../proof.fixture.ts'

const probed = ['gateway', 'messaging', 'numbers'] as const
type Probed = (typeof probed)[number]

const urlOf = (system: RunningSystem, service: Probed) =>
  service === 'gateway' ? system.url : system.run.urls[service]

async function probe(system: RunningSystem, service: Probed, path: string): Promise<number> {
  const signal = AbortSignal.timeout(9_000)
  return fetch(`${urlOf(system, service)}${path}`, { signal }).then(
    ({ status }) => status,
    () => 0,
  )
}

/** Waits up to 15 s for a probe to return `wanted`. Returns its last result. */
async function settled(system: RunningSystem, path: string, wanted: number): Promise<string> {
  const seen = async () => Promise.all(probed.map((service) => probe(system, service, path)))
  await until(async () => (await seen()).every((status) => status === wanted), { timeoutMs: 15_000 }).catch(() => {})
  return (await seen()).join(' ')
}

/** Runs J2's phases. Each takes something down and records the liveness and readiness results. */
async function phases(system: RunningSystem, { postgres, nats }: { postgres: Proxy; nats: Proxy }) {
  await nats.refuse()
  await pause(2_000)
  const withoutNats = { live: await settled(system, '/livez', 200), ready: await settled(system, '/readyz', 200) }
  await nats.resume()
  await postgres.refuse()
  const withoutPostgres = { live: await settled(system, '/livez', 200), ready: await settled(system, '/readyz', 503) }
  await postgres.resume()
  const after = await settled(system, '/readyz', 200)
  return { withoutNats, withoutPostgres, after }
}

/** Pauses an entire process to simulate a blocked event loop. */
async function blocked(fixture: ProofFixture, system: RunningSystem): Promise<number> {
  fixture.signal('messaging', 'SIGSTOP')
  const asked = probe(system, 'messaging', '/livez')
  await pause(5_000)
  fixture.signal('messaging', 'SIGCONT')
  return asked
}

/** J2: liveness and readiness of the gateway, messaging and numbers services while a dependency is down. */
export async function honestProbes(fixture: ProofFixture): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-prove-'))
  chmodSync(folder, 0o711)
  const [database, broker] = await Promise.all([
    startPostgres({ dataDir: join(folder, 'postgres') }),
    startNats({ dataDir: join(folder, 'nats') }),
  ])
  const [postgres, nats] = await Promise.all([startProxy(database.url), startProxy(broker.url)])
  try {
    const system = await fixture.freshSystem({ DATABASE_URL: postgres.url, NATS_URL: nats.url })
    const { withoutNats, withoutPostgres, after } = await phases(system, { postgres, nats })
    const live = await blocked(fixture, system)
    const measured = `without NATS live ${withoutNats.live}, ready ${withoutNats.ready}; without Postgres live ${withoutPostgres.live}, ready ${withoutPostgres.ready}; after ${after}; blocked for 5 s live ${live}`
    return all(measured, {
      'alive throughout':
        [withoutNats.live, withoutPostgres.live].every((text) => text === '200 200 200') && live === 200,
      'ready without NATS': withoutNats.ready === '200 200 200',
      'not ready without Postgres': withoutPostgres.ready === '503 503 503',
      'ready again': after === '200 200 200',
    })
  } finally {
    await fixture.end()
    await Promise.all([postgres.stop(), nats.stop()])
    await Promise.all([database.stop('immediate'), broker.stop()])
    rmSync(folder, { recursive: true, force: true })
  }
}
