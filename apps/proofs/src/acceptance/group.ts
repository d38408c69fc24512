import type { Group } from '../check.ts'
import { fullDatabaseDisk } from './full-disk.ts'
import { fiftyAtOnce, malformedKeys, otherBody, sameKeyElsewhere } from './keys.ts'
import { diesBeforeAnswering, killedMessaging, stoppedPostgres } from './kills.ts'
import { lookThenInsert } from './look-then-insert.ts'
import { powerCuts, unsyncedCommits } from './power-cuts.ts'
import { expiry, fullQueue } from './validity.ts'

/** A: what gets 201 exists, once. */
export const acceptance: Group = {
  name: 'acceptance',
  title: 'A. Acceptance',
  checks: [
    {
      id: 'A1',
      promise: 'An accepted message survives the death of the process that accepted it, and is sent once',
      expected: 'kill -9 of messaging every 3 s, 20 times: 0 lost, 0 doubled, only 201, 503 and lost connections',
      run: killedMessaging,
    },
    {
      id: 'A2',
      promise: 'Repeating a request with the same Idempotency-Key returns the first response',
      expected: 'the process dies after the commit, before the answer, 50 times: the same id, one message each',
      run: diesBeforeAnswering,
    },
    {
      id: 'A3',
      promise: 'Without Postgres, nothing is accepted, and nothing accepted before is lost',
      expected: 'stopped at once 5 times under load: 503 meanwhile, back within 5 s, 0 lost',
      run: stoppedPostgres,
    },
    {
      id: 'A4',
      promise: 'A message that got a 201 survives a power cut of the Postgres machine',
      expected: 'power of its disk cut 3 times under load, so that what was not synced is gone: 0 lost, 0 doubled',
      run: powerCuts,
    },
    {
      id: 'A4-twin',
      promise: 'The power cut of A4 catches a Postgres that does not wait for its disk',
      expected: 'commits are lost',
      run: unsyncedCommits,
    },
    {
      id: 'A5',
      promise: 'One Idempotency-Key creates one message, even with many concurrent requests',
      expected: '50 parallel requests: one message, one id, all others replayed (409 where it took over 2 s)',
      run: fiftyAtOnce,
      fast: true,
    },
    {
      id: 'A5-twin',
      promise: 'The check of A5 catches a key that is looked up first and stored afterwards',
      expected: 'such a key lets several of 50 requests through, ours one',
      run: lookThenInsert,
      fast: true,
    },
    {
      id: 'A6',
      promise: 'An Idempotency-Key compares the meaning of a request, not its bytes',
      expected: 'another order of fields is answered again, another character is 422',
      run: otherBody,
      fast: true,
    },
    {
      id: 'A7',
      promise: 'A key belongs to its workspace and its route',
      expected: 'the same key in two workspaces and on two routes: three independent things',
      run: sameKeyElsewhere,
      fast: true,
    },
    {
      id: 'A8',
      promise: 'A stalled request only delays repeats with the same Idempotency-Key',
      expected: 'other senders answered in their usual time, a repeat as the first call or 409, a first call never 409',
      tests: [
        [
          'packages/chassis/src/rpc/keys-in-flight.test.ts',
          'a repeat of a key whose first call stalls holds up no other',
        ],
        ['packages/chassis/src/rpc/keys-in-flight.test.ts', 'a repeat is answered as the first call'],
        ['packages/chassis/src/rpc/keys-in-flight.test.ts', 'a first call that waits for a row of someone else'],
      ],
    },
    {
      id: 'A9',
      promise: 'A key is kept 48 h',
      expected: 'older than that it is free again',
      tests: [
        ['packages/chassis/src/rpc/rpc.test.ts', 'an answer older than 48 h is forgotten, and the key is free again'],
      ],
    },
    {
      id: 'A10',
      promise: 'A malformed Idempotency-Key is rejected',
      expected: 'empty, 256 characters, not ASCII, two of them: 400 and nothing stored',
      run: malformedKeys,
      fast: true,
      tests: [['apps/gateway/src/rest/bad-input.test.ts', 'given twice or empty is 400']],
    },
    {
      id: 'A11',
      promise: 'While the disk of Postgres is full, nothing is accepted, and accepted data is kept',
      expected: 'full disk under load: 503 and no 201; with space again and restarted: 0 lost',
      run: fullDatabaseDisk,
    },
    {
      id: 'A12',
      promise: 'A full queue rejects messages; it never accepts and drops them',
      expected: '1,100 sends into a queue of 1,000: 1,000 × 201, 100 × 429 queue:full, 1,000 sent',
      run: fullQueue,
    },
    {
      id: 'A13',
      promise: 'A message that cannot be sent in time expires with an event, and is never sent later',
      expected: 'valid for 60 s while the provider fails: message:failed with message:expired, none taken',
      run: expiry,
      waits: true,
    },
  ],
}
