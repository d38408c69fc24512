import { postgresUrl, startProxy, until } from '@posthorn/testkit'
import { expect, it } from 'vitest'
import { startMessaging } from '../../messaging.fixture.ts'

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
