import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNats } from '@posthorn/embedded'
import { until } from '@posthorn/test-servers'
import { connect } from 'nats'
import { expect, it } from 'vitest'
import { withTenantScope } from '../index.ts'
import { startProbe } from '../testing/probe.fixture.ts'
import { StreamCheck } from './stream-check.ts'

it('events that are marked while the stream is read do not make it look too short: it is read once, before the position is locked', async () => {
  await using probe = await startProbe({ env: { BUS_CONSUMERS: 'contacts' } })
  const positionOf = async () =>
    Number((await probe.fixture.rows<{ seq: string }>('select js_seq as seq from relay_position'))[0]?.seq)
  await probe.announce(1)
  await until(async () => (await positionOf()) > 0)
  const runtime = probe.runtime()
  let reads = 0
  const read = async () => {
    reads += 1
    const found = await runtime.bus.stream.read()
    await probe.announce(1)
    await until(async () => (await positionOf()) > found.lastSeq)
    return found
  }
  const stream = new Proxy(runtime.bus.stream, {
    get: (target, name) => (name === 'read' ? read : Reflect.get(target, name).bind(target)),
  })
  const bus = new Proxy(runtime.bus, {
    get: (target, name) => (name === 'stream' ? stream : Reflect.get(target, name)),
  })
  const check = new StreamCheck({ ...runtime, bus })
  expect(await withTenantScope('all', () => check.findLosses())).toMatchObject({ lost: 0 })
  expect(reads).toBe(1)
})

it('a stream in memory that a restart took is no loss to report, and messages that leave one that stays are', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'posthorn-reported-'))
  let nats = await startNats({ dataDir })
  const { port } = nats
  await using probe = await startProbe({
    busName: 'reported',
    env: { NATS_URL: nats.url, BUS_CONSUMERS: 'contacts,webhooks' },
  })
  const publishedAfter = (attempt: number) =>
    until(async () => {
      const published = 'select attempt from outbox_batch where js_seq > 0 and attempt > $1'
      return (await probe.fixture.rows<{ attempt: number }>(published, [attempt]))[0]?.attempt
    })
  const reported = async () => /^js_seq_regression_total\S* (\d+)$/m.exec(await probe.runtime().metrics.text())?.[1]
  await probe.announce(1)
  await until(async () => (await probe.fixture.rows('select 1 from outbox_batch where js_seq > 0'))[0])
  nats.kill()
  await nats.exited
  await nats.stop()
  nats = await startNats({ dataDir, port })
  try {
    const attempt = await publishedAfter(0)
    expect(await reported()).not.toBe('1')
    const nc = await connect({ servers: nats.url })
    await (await nc.jetstreamManager()).streams.purge('REPORTED')
    await nc.close()
    await publishedAfter(attempt)
    await until(async () => (await reported()) === '1')
  } finally {
    await nats.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
