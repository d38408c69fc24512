import { randomBytes } from 'node:crypto'
import { startReceiver, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { leasingLock } from '../delivery/room.sql.ts'
import { closedGate, startWebhooks, workspaceOf } from '../stage.suite.ts'

const busName = `t_${randomBytes(6).toString('hex')}`
let kit: TestService
beforeAll(async () => {
  kit = await startWebhooks({}, { busName })
})
afterAll(() => kit[Symbol.asyncDispose]())

type Place = ReturnType<typeof workspaceOf>

/** Jobs that are leased, those among them that were stored so, and all. */
async function jobsOf(place: Place) {
  const [row] = await kit.rows<{ leased: number; atOnce: number; all: number }>(
    `select count(j.lease_token)::int as leased, count(*)::int as all,
       (count(*) filter (where j.lease_token is not null and j.xmin = d.xmin))::int as "atOnce"
     from delivery_job j join delivery d on d.workspace_id = j.workspace_id and d.id = j.delivery_id where j.workspace_id = $1`,
    [place.workspace],
  )
  return row
}

describe('what is recorded', () => {
  it('is attempted without a claim where its endpoint has room, and the claim has the rest', async () => {
    const answers = closedGate()
    await using receiver = await startReceiver({ respond: () => answers.opened.then(() => ({})) })
    const place = workspaceOf(kit)
    await place.webhook(receiver)
    await place.publish(1)
    await until(() => receiver.requests.length === 1)
    expect(await jobsOf(place)).toEqual({ leased: 1, atOnce: 1, all: 1 })
    await place.publish(30)
    await until(async () => (await jobsOf(place))?.all === 31 && receiver.requests.length === 10)
    expect(await jobsOf(place)).toMatchObject({ leased: 10 })
    answers.open()
    await until(async () => (await jobsOf(place))?.all === 0)
    expect(receiver.requests).toHaveLength(31)
  })

  it('is signed by the clock of the database from the first attempt on, however wrong that of this machine has become', async () => {
    await using receiver = await startReceiver()
    const place = workspaceOf(kit)
    await place.webhook(receiver)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 })
    try {
      await place.publish(1)
      await until(() => receiver.requests.length === 1)
    } finally {
      vi.useRealTimers()
    }
    const seconds = Number(receiver.requests[0]?.headers['webhook-timestamp'])
    expect(Math.abs(seconds - Date.now() / 1000)).toBeLessThan(30)
  })

  it('waits for the claim while another process leases', async () => {
    await using receiver = await startReceiver()
    const place = workspaceOf(kit)
    const { id } = await place.webhook(receiver)
    await kit.rows(`select pg_advisory_lock(${leasingLock})`)
    try {
      await place.publish(3)
      await until(async () => (await jobsOf(place))?.all === 3)
      expect(await jobsOf(place)).toEqual({ leased: 0, atOnce: 0, all: 3 })
    } finally {
      await kit.rows(`select pg_advisory_unlock(${leasingLock})`)
    }
    await until(async () => (await place.deliveries(id)).filter(({ state }) => state === 'succeeded').length === 3)
    expect(receiver.requests).toHaveLength(3)
  })

  it('is never more than ten requests at once, by however many processes it is recorded', async () => {
    await using second = await startWebhooks({}, { database: kit.database, busName })
    const answers = closedGate()
    await using receiver = await startReceiver({ respond: () => answers.opened.then(() => ({})) })
    const place = workspaceOf(kit)
    const { id } = await place.webhook(receiver)
    for (let i = 0; i < 12; i++) await place.publish(10)
    await until(async () => (await jobsOf(place))?.all === 120 && receiver.requests.length >= 10)
    expect(await jobsOf(place)).toMatchObject({ leased: 10 })
    expect(receiver.requests).toHaveLength(10)
    answers.open()
    await until(async () => (await place.deliveries(id)).filter(({ state }) => state === 'succeeded').length === 120)
    expect(receiver.requests).toHaveLength(120)
    expect(second.service.url).not.toBe(kit.service.url)
  })
})
