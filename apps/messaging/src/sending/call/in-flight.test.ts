import { postgresUrl, startProxy, until } from '@posthorn/testkit'
import { expect, it } from 'vitest'
import { startMessaging } from '../../messaging.fixture.ts'
import { createCallsInFlight } from './in-flight.ts'

const max = 128

/** Claims as many calls as these numbers are allowed, with the numbers taking turns. The calls don't end until the test ends them. */
function fill(numbers: string[]) {
  const inFlight = createCallsInFlight(max)
  const counts = new Map(numbers.map((number) => [number, 0]))
  const ends: (() => void)[] = []
  let woken = 0
  const claim = (number: string) => {
    const { free, eachMax, crowded } = inFlight.room()
    if (crowded.includes(number)) return 0
    const count = Math.min(free, eachMax, 16)
    for (let i = 0; i < count; i++) {
      const { promise, resolve } = Promise.withResolvers<void>()
      ends.push(resolve)
      inFlight.keep(number, promise, () => void (woken += 1))
    }
    counts.set(number, (counts.get(number) ?? 0) + count)
    return count
  }
  while (numbers.map(claim).some((count) => count > 0));
  return { inFlight, counts, ends, claim, woken: () => woken }
}

it.each([
  [1, 102, 26],
  [2, 50, 14],
  [8, 8, 5],
])('%i numbers whose calls hang have at least %i calls each, and leave %i free or a few less', (hung, own, free) => {
  const { inFlight, counts } = fill(Array.from({ length: hung }, (_, i) => `num_${i}`))
  for (const count of counts.values()) expect(count).toBeGreaterThanOrEqual(own)
  expect(inFlight.room().free).toBeLessThanOrEqual(free)
  expect(inFlight.room().free).toBeGreaterThan(0)
})

it('a number without calls may begin one beside those that hang, and a crowded one when a call has ended', async () => {
  const { inFlight, ends, claim, woken } = fill(['num_hung'])
  expect(claim('num_other')).toBeGreaterThan(0)
  expect([claim('num_hung'), woken()]).toEqual([0, 0])
  for (const end of ends.splice(0, 20)) end()
  await Promise.resolve()
  await new Promise(setImmediate)
  expect(woken()).toBeGreaterThan(0)
  expect(claim('num_hung')).toBeGreaterThan(0)
  for (const end of ends) end()
  await inFlight.ended()
  expect(inFlight.room()).toEqual({ free: max, eachMax: 102, crowded: [] })
})

/** Delays the COMMIT of the first attempt by two seconds, so that the connection can be lost during it. */
const slowFirstCommit = `
  create function pause() returns trigger language plpgsql as 'begin perform pg_sleep(2); return null; end';
  create constraint trigger pause after insert on send_attempt deferrable initially deferred
    for each row when (new.attempt = 1) execute function pause()`

it('a claim that is committed while its connection is lost is made again at once, and its message is sent once', async () => {
  await using proxy = await startProxy(postgresUrl())
  // Without recovery, the lease would hold the message until long after this test.
  await using fixture = await startMessaging({ LEASE_SECONDS: '3600' }, { databasePort: proxy.port })
  const connected = await fixture.connectNumber()
  const { rows, clients, as } = fixture.service
  await rows(slowFirstCommit)
  const { id } = await clients.messaging.messages.send.mutate(
    { phone: '+4915100000001', message: 'x' },
    as(connected.workspace),
  )
  const committing = `select 1 from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`
  await until(async () => (await rows(committing)).length > 0, { describe: 'the claim to be committed' })
  proxy.cut()
  const outcomes = async () =>
    (
      await rows<{ outcome: string }>('select outcome from send_attempt where message_id = $1 order by attempt', [id])
    ).map(({ outcome }) => outcome)
  await until(async () => (await outcomes()).at(-1) === 'sent', {
    timeoutMs: 60_000,
    describe: 'the message to be sent',
  })
  expect(await outcomes()).toEqual(['not_sent', 'sent'])
  expect(await fixture.acceptedCalls(connected)).toHaveLength(1)
})
