import { until } from '@posthorn/test-servers'
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
  expect(await withTenantScope('all', () => check.look())).toMatchObject({ lost: 0 })
  expect(reads).toBe(1)
})
