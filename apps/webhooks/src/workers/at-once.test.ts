import { randomBytes } from 'node:crypto'
import { startReceiver, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leasingLock } from '../delivery/leasing.sql.ts'
import { createFixture, createGate, startWebhooks } from '../webhooks.fixture.ts'

const busName = `t_${randomBytes(6).toString('hex')}`
/** Receivers don't respond until the test lets them, which takes seconds on a busy machine. */
const patient = { DELIVERY_TIMEOUT_MS: '20000' }
let service: TestService
beforeAll(async () => {
  service = await startWebhooks(patient, { busName })
})
afterAll(() => service[Symbol.asyncDispose]())

type Fixture = ReturnType<typeof createFixture>

async function countJobs(fixture: Fixture) {
  const [row] = await service.rows<{ leased: number; atOnce: number; all: number }>(
    `select count(j.lease_token)::int as leased, count(*)::int as all,
       (count(*) filter (where j.lease_token is not null and j.xmin = d.xmin))::int as "atOnce"
     from delivery_job j join delivery d on d.workspace_id = j.workspace_id and d.id = j.delivery_id where j.workspace_id = $1`,
    [fixture.workspace],
  )
  return row
}

describe('a recorded event', () => {
  it('is attempted without a claim where its endpoint has free places, and the claim takes the rest', async () => {
    const answers = createGate()
    await using receiver = await startReceiver({ respond: () => answers.opened.then(() => ({})) })
    // A concurrent claim may take the first event. If so, try again with another webhook.
    const { fixture, before } = await until(async () => {
      const fixture = createFixture(service)
      const before = receiver.requests.length
      await fixture.webhook(receiver)
      await fixture.publish(1)
      await until(() => receiver.requests.length === before + 1)
      return (await countJobs(fixture))?.atOnce === 1 && { fixture, before }
    })
    expect(await countJobs(fixture)).toEqual({ leased: 1, atOnce: 1, all: 1 })
    await fixture.publish(30)
    await until(async () => (await countJobs(fixture))?.all === 31 && receiver.requests.length === before + 10)
    expect(await countJobs(fixture)).toMatchObject({ leased: 10 })
    answers.open()
    await until(async () => (await countJobs(fixture))?.all === 0)
    expect(receiver.requests).toHaveLength(before + 31)
  })

  it('waits for the claim while another process leases', async () => {
    await using receiver = await startReceiver()
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(receiver)
    await service.rows(`select pg_advisory_lock(${leasingLock})`)
    try {
      await fixture.publish(3)
      await until(async () => (await countJobs(fixture))?.all === 3)
      expect(await countJobs(fixture)).toEqual({ leased: 0, atOnce: 0, all: 3 })
    } finally {
      await service.rows(`select pg_advisory_unlock(${leasingLock})`)
    }
    await until(async () => (await fixture.deliveries(id)).filter(({ status }) => status === 'succeeded').length === 3)
    expect(receiver.requests).toHaveLength(3)
  })

  it('never makes more than ten requests at once, with any number of recording processes', async () => {
    await using second = await startWebhooks(patient, { database: service.database, busName })
    const answers = createGate()
    await using receiver = await startReceiver({ respond: () => answers.opened.then(() => ({})) })
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(receiver)
    for (let i = 0; i < 12; i++) await fixture.publish(10)
    await until(async () => (await countJobs(fixture))?.all === 120 && receiver.requests.length >= 10)
    expect(await countJobs(fixture)).toMatchObject({ leased: 10 })
    expect(receiver.requests).toHaveLength(10)
    answers.open()
    await until(
      async () => (await fixture.deliveries(id)).filter(({ status }) => status === 'succeeded').length === 120,
    )
    expect(receiver.requests).toHaveLength(120)
    expect(second.service.url).not.toBe(service.service.url)
  })
})

it('prefetched jobs are returned when the process stops, so that the next one attempts them before their lease ends', async () => {
  const answers = createGate()
  await using receiver = await startReceiver({
    respond: (_request, i) => (i < 150 ? {} : answers.opened.then(() => ({}))),
  })
  await using stopped = await startWebhooks({ ...patient, DELIVERY_PREFETCH_MS: '60000' })
  const fixture = createFixture(stopped)
  await fixture.webhook(receiver)
  const leased = () => stopped.rows('select 1 from delivery_job where lease_token is not null')
  await fixture.publish(300)
  await until(async () => receiver.requests.length === 160 && (await leased()).length > 10)
  const restarting = stopped.restart()
  await until(async () => (await leased()).length === 10)
  answers.open()
  await restarting
  await until(() => receiver.requests.length === 300)
})

it('without prefetching, no more new deliveries are leased than may be in flight', async () => {
  const answers = createGate()
  await using receiver = await startReceiver({
    respond: (_request, i) => (i === 0 ? {} : answers.opened.then(() => ({}))),
  })
  await using eager = await startWebhooks({ ...patient, DELIVERY_PREFETCH_MS: '0' })
  const fixture = createFixture(eager)
  const { id } = await fixture.webhook(receiver)
  const countRecorded = async () => (await fixture.deliveries(id)).filter(({ status }) => status === 'succeeded').length
  await fixture.publish(1)
  await until(async () => (await countRecorded()) === 1)
  await fixture.publish(30)
  await until(async () => (await fixture.deliveries(id)).length === 31 && receiver.requests.length === 11)
  expect(await eager.rows('select 1 from delivery_job where lease_token is not null')).toHaveLength(10)
  answers.open()
  await until(async () => (await countRecorded()) === 31)
})

it('a receiver gets the next requests although the results of earlier ones wait to be recorded', async () => {
  await using receiver = await startReceiver()
  await using busy = await startWebhooks({ ...patient, DELIVERY_PREFETCH_MS: '0' })
  const fixture = createFixture(busy)
  const { id } = await fixture.webhook(receiver)
  const withStatus = async (status: string) =>
    (await fixture.deliveries(id)).filter((each) => each.status === status).length
  // After a success, the receiver's latency is known.
  await fixture.publish(1)
  await until(async () => (await withStatus('succeeded')) === 1)
  await fixture.api().webhooks.pause.mutate({ id }, fixture.as())
  await fixture.publish(60)
  await until(async () => (await withStatus('parked')) === 60)
  await busy.rows('begin')
  try {
    await fixture.api().webhooks.resume.mutate({ id }, fixture.as())
    await until(() => receiver.requests.length > 1)
    await busy.rows('select 1 from endpoint where workspace_id = $1 for no key update', [fixture.workspace])
    await until(() => receiver.requests.length === 61, { timeoutMs: 8_000 })
  } finally {
    await busy.rows('commit')
  }
  await until(async () => (await withStatus('succeeded')) === 61)
})
