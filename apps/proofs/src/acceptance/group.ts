import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres } from '@posthorn/embedded'
import { mountSmallDisk, until } from '@posthorn/testkit'
import { brokenInvariants, invariantText, startLoad } from '../load.ts'
import { all, groupOf, type Outcome, type ProofFixture, succeeds } from '../proof.ts'
import { diesBeforeAnswering, killedMessaging, powerCuts, stoppedPostgres, unsyncedCommits } from './crashes.ts'

const fullForMs = 8_000
/** Grace period for responses to writes that were committed before the disk filled up. */
const answeringMs = 500

/** A11: Postgres's disk, including the write-ahead log, fills up and is later freed. Postgres is then restarted, because it may have ended. */
async function fullDatabaseDisk(fixture: ProofFixture): Promise<Outcome> {
  using disk = mountSmallDisk(320 * 1024 ** 2)
  if (disk === undefined) return { passed: false, measured: 'needs root, to mount a small disk' }
  chmodSync(disk.folder, 0o711)
  const dataDir = join(disk.folder, 'postgres')
  const settings = { max_wal_size: '64MB', min_wal_size: '32MB', wal_recycle: 'off' }
  let postgres = await startPostgres({ dataDir, settings })
  try {
    const { port, url } = postgres
    const system = await fixture.freshSystem({ DATABASE_URL: url })
    const load = startLoad(system, { perSecond: 30, body: { message: 'x'.repeat(3_000) } })
    await until(() => load.sent.length > 50, { timeoutMs: 30_000 })
    disk.fill()
    // Fills the space left for the write-ahead log, so that Postgres stops writing.
    await until(async () => !(await succeeds(fixture.rows('select pg_switch_wal()'))), { timeoutMs: 30_000 })
    await pause(answeringMs)
    const beforeFull = load.sent.length
    await pause(fullForMs)
    const acceptedWhileFull = load.sent.length - beforeFull
    disk.free()
    await postgres.stop('immediate')
    postgres = await startPostgres({ dataDir, settings, port })
    await until(() => load.sent.length > beforeFull + acceptedWhileFull + 20, { timeoutMs: 60_000 })
    const sent = await load.stop()
    const strange = [...new Set(sent.flatMap(({ statuses }) => statuses))].filter((status) => status !== 201)
    const broken = await brokenInvariants(fixture, system, { accepted: sent.map(({ id }) => id) })
    await fixture.end()
    return all(
      `${acceptedWhileFull} × 201 in ${fullForMs / 1000} s without space, answers besides 201: ${strange.join(', ')}; ${sent.length} accepted in all, ${invariantText(broken)} after`,
      {
        'nothing accepted without space': acceptedWhileFull === 0,
        'refused with 503 meanwhile': strange.includes(503),
        'only 503 and lost connections besides': strange.every((status) => status === 503 || status === 0),
        'nothing lost or doubled': broken.length === 0,
      },
    )
  } finally {
    await fixture.end()
    await postgres.stop('immediate')
  }
}

const messageTests = 'apps/messaging/src/messages/messages.test.ts'
const rpcTests = 'packages/chassis/src/rpc/rpc.test.ts'
const contactTests = 'apps/gateway/src/rest/contacts.test.ts'

/** A: every message answered with 201 exists exactly once. */
export const acceptance = groupOf('acceptance', 'A. Acceptance', {
  A1: {
    promise: 'An accepted message survives the death of the process that accepted it, and is sent once',
    expected: 'kill -9 of messaging every 3 s, 20 times: 0 lost, 0 doubled, only 201, 503 and lost connections',
    run: killedMessaging,
  },
  A2: {
    promise: 'Repeating a request with the same Idempotency-Key returns the first response',
    expected: 'the process dies after the commit, before the answer, 50 times: the same id, one message each',
    run: diesBeforeAnswering,
  },
  A3: {
    promise: 'Without Postgres, nothing is accepted, and nothing accepted before is lost',
    expected: 'stopped at once 5 times under load: 503 meanwhile, back within 5 s, 0 lost',
    run: stoppedPostgres,
  },
  A4: {
    promise: 'A message that got a 201 survives a power cut of the Postgres machine',
    expected: 'power of its disk cut 3 times under load, so that what was not synced is gone: 0 lost, 0 doubled',
    run: powerCuts,
  },
  'A4-twin': {
    promise: 'The power cut of A4 catches a Postgres that does not wait for its disk',
    expected: 'commits are lost',
    run: unsyncedCommits,
  },
  A5: {
    promise: 'One Idempotency-Key creates one message, even with many concurrent requests',
    expected: '20 parallel requests: one message, one id, all others replayed',
    tests: {
      [messageTests]: ['parallel requests with one Idempotency-Key give one message'],
      [contactTests]: ['is made once though twenty ask for it at once with one key'],
    },
  },
  A6: {
    promise: 'An Idempotency-Key compares the meaning of a request, not its bytes',
    expected: 'another order of fields is answered again, another character is 422',
    tests: {
      [rpcTests]: ['compares the meaning of an input, not its bytes'],
      [contactTests]: ['repeated answer, marked; another body refused'],
    },
  },
  A7: {
    promise: 'A key belongs to its workspace and its route',
    expected: 'the same key in two workspaces and on two routes: three independent things',
    tests: {
      [rpcTests]: ['an Idempotency-Key belongs to its workspace and its route'],
    },
  },
  A8: {
    promise: 'A stalled request only delays repeats with the same Idempotency-Key',
    expected: 'other senders answered in their usual time, a repeat as the first call or 409, a first call never 409',
    tests: {
      'packages/chassis/src/rpc/keys-in-flight.test.ts': [
        'a repeat of a key whose first call stalls holds up no other',
        'a repeat is answered as the first call',
        'a first call that waits for a row of someone else',
      ],
    },
  },
  A9: {
    promise: 'A key is kept 48 h',
    expected: 'older than that it is free again',
    tests: {
      [rpcTests]: ['an answer older than 48 h is forgotten, and the key is free again'],
    },
  },
  A10: {
    promise: 'A malformed Idempotency-Key is rejected',
    expected: 'empty, 256 characters, not ASCII, two of them: 400 and nothing stored',
    tests: {
      'apps/gateway/src/rest/bad-input.test.ts': ['is 400, and nothing is stored', 'given twice or empty is 400'],
    },
  },
  A11: {
    promise: 'While the disk of Postgres is full, nothing is accepted, and accepted data is kept',
    expected: 'full disk under load: 503 and no 201; with space again and restarted: 0 lost',
    run: fullDatabaseDisk,
  },
  A12: {
    promise: 'A full queue rejects messages; it never accepts and drops them',
    expected: '15 sends at once into a queue of 10: 10 accepted and sent, 5 × queue:full; room is never given twice',
    tests: {
      [messageTests]: ['a full queue answers 429 for the next message and loses none'],
      'apps/messaging/src/messages/queue-capacity.test.ts': ['is not given twice'],
    },
  },
  A13: {
    promise: 'A message that cannot be sent in time expires with an event, and is never sent later',
    expected: 'valid for 60 s, and not sent before: message:failed with message:expired, none taken',
    tests: { [messageTests]: ['whose validity ends before it could leave is expired, announced, never sent'] },
  },
})
