import { randomBytes } from 'node:crypto'
import { until } from '@posthorn/test-servers'
import { describe, expect, it } from 'vitest'
import { addProcess } from '../testing/other-process.fixture.ts'
import { type Probe, startProbe } from '../testing/probe.fixture.ts'
import { shardCount } from './membership.ts'

const owned = (probe: Probe) => probe.runtime().shards.owned()
const countOwned = (probe: Probe) => owned(probe).length

describe('processes of a service', () => {
  it('share out all shards, and who is left has them all', async () => {
    const busName = `t_${randomBytes(6).toString('hex')}`
    await using first = await startProbe({ busName })
    expect(countOwned(first)).toBe(shardCount)
    const second = await startProbe({ busName, database: first.fixture.database })
    await until(() => countOwned(first) === shardCount / 2 && countOwned(second) === shardCount / 2)
    expect(new Set([...owned(first), ...owned(second)]).size).toBe(shardCount)
    await using api = await startProbe({ busName, database: first.fixture.database, env: { ROLE: 'api' } })
    expect(owned(api)).toEqual([])
    await second[Symbol.asyncDispose]()
    await until(() => countOwned(first) === shardCount)
    expect(owned(second)).toEqual([])
  })

  it('take the shards of one that died without leaving', async () => {
    await using probe = await startProbe()
    const { rows } = probe.fixture
    await addProcess(probe.fixture)
    await until(() => countOwned(probe) === shardCount / 2)
    await rows('drop trigger beat_other on worker_process')
    await until(() => countOwned(probe) === shardCount)
  })

  it('take the shards of one that died before the clock of Postgres went back', async () => {
    await using probe = await startProbe()
    const { rows } = probe.fixture
    await rows(
      `insert into worker_process (id, joined_at, seen_at) values ('died', now() - interval '1 hour', now() + interval '1 hour')`,
    )
    await probe.announce(2)
    await until(async () => (await probe.effects()).length === 2)
    expect(countOwned(probe)).toBe(shardCount)
  })

  it('take the one for the youngest that was silent for too long', async () => {
    await using probe = await startProbe()
    const { rows } = probe.fixture
    const joinedAt = async () => (await rows<{ at: string }>('select joined_at::text as at from worker_process'))[0]?.at
    await until(async () => (await joinedAt()) !== undefined)
    await rows(`update worker_process set joined_at = now() - interval '1 hour'`)
    const before = await joinedAt()
    await rows(`update worker_process set seen_at = now() - interval '1 minute'`)
    await until(async () => (await joinedAt()) !== before)
  })

  it('leave all events to the oldest, and the next one applies them when it is gone', async () => {
    await using probe = await startProbe()
    const { rows, bus } = probe.fixture
    const before = await probe.announce(2)
    await until(async () => (await probe.effects()).length === 2)
    await addProcess(probe.fixture, { joinedAt: "now() - interval '1 hour'" })
    await until(() => countOwned(probe) === shardCount / 2)
    const after = await probe.announce(3)
    await until(() => bus.published.length === 5)
    expect(await probe.runtime().caughtUp()).toBe(false)
    expect(await probe.effects()).toEqual(before)
    await rows(`delete from worker_process where id = 'other'`)
    await until(async () => (await probe.effects()).length === 5)
    expect(await probe.effects()).toEqual([...before, ...after])
    await until(() => probe.runtime().caughtUp())
  })

  it('do not leave events to an older one that does not reach the bus', async () => {
    await using probe = await startProbe()
    await addProcess(probe.fixture, { joinedAt: "now() - interval '1 hour'", hasBus: false })
    await until(() => countOwned(probe) === shardCount / 2)
    const announced = await probe.announce(2)
    await until(async () => (await probe.effects()).length === 2)
    expect(await probe.effects()).toEqual(announced)
  })
})
