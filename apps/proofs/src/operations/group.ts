import { groupOf } from '../proof.ts'
import { firingAlarms } from './alarms.ts'
import { syncDeletes, syncErases } from './contact-sync.ts'
import { droppedPartitions, fullDataDisk, idleTransaction } from './database.ts'
import { killedChildren, killedStart, leakedChildren } from './killed-children.ts'
import { loadWithFaults } from './long-load.ts'
import { migrationsUnderLoad } from './migrating.ts'
import { oneTrace, silentLogs, talkativeLog } from './observing.ts'
import { throughPooler } from './pooled.ts'
import { randomFaults } from './random-faults.ts'
import { erasedForGood, restoreDrill, restoredMidway } from './restoring.ts'
import { restartsInPlace, rollingRestarts } from './rolling.ts'

/** J: operation, faults and upgrades. */
export const operations = groupOf('operations', 'J. Operations', {
  J1: {
    promise: 'A new version is rolled out without a failed request',
    expected:
      'SIGTERM of each service in turn, 3 rounds, at 20 sends per second that ask once: 0 failed, 0 lost, exits within 30 s',
    run: rollingRestarts,
  },
  'J1-single': {
    promise: 'A service that runs once is restarted while its callers wait a moment',
    expected: 'SIGTERM of each service behind the gateway, at 20 sends per second that ask once: 0 failed',
    run: restartsInPlace,
  },
  J2: {
    promise: 'Probes are accurate: a live process can be unready, and none is ready without Postgres',
    expected:
      'live throughout; ready false without Postgres, refused or silent, true without NATS, at the gateway and the services',
    tests: {
      'apps/gateway/src/access/keys/keys.test.ts': ['both are right again without a restart'],
      'packages/chassis/src/db/driver/silent-connections.test.ts': [
        'a service is live but not ready while Postgres is connected and silent',
      ],
      'apps/gateway/src/edge.test.ts': ['stays ready without NATS'],
    },
  },
  J3: {
    promise: 'A migration runs under load next to the previous version, which can be restarted on the new schema',
    expected:
      'the present version under load while one with artificial migrations migrates (with EARLIER_RELEASE: that release, and the present version), then both at once, then the earlier one started anew: no request fails, no lock over 1 s, invariants hold',
    run: migrationsUnderLoad,
    tests: {
      'packages/chassis/src/db/migrating.test.ts': [
        'lets those who came after it pass, and is done when the table is free',
      ],
      'packages/tooling/src/migrations/migrations.test.ts': [
        'let the previous release run on their schema, and wait for no one under lock',
      ],
    },
  },
  J4: {
    promise: 'A long-running transaction does not ruin the queues',
    expected: 'ended after 15 s; the rate of accepting is there afterwards (its alarm belongs to J11)',
    run: idleTransaction,
  },
  J5: {
    promise: 'A deleted database is restored to its last minute',
    expected:
      'base backup and WAL: restored within 15 min, I1–I9 hold for what was accepted before the end of the archive, nothing leaves before the release, nothing old is sent again',
    run: restoreDrill,
  },
  J7: {
    promise: 'Logs contain no key, secret, body or full phone',
    expected: 'all processes at level debug, with faults, a refused key and a death of Postgres: nothing found',
    run: silentLogs,
  },
  'J-twin': {
    promise: 'The log scanner catches a line with a phone',
    expected: 'found',
    run: talkativeLog,
    fast: true,
  },
  J8: {
    promise: 'One message is one trace',
    expected:
      'traceparent of the caller is in the outbox, in headers on the bus, in the logs of gateway, messaging and webhooks, and arrives at the receiver; without one, a trace begins at the gateway; a collector receives the spans, each below the one that led to it',
    run: oneTrace,
    tests: {
      'apps/proofs/src/scenarios/separate-processes.long.e2e.test.ts': [
        'traced message: a collector receives each step of it, from the caller to the webhook, below the one that led to it',
      ],
    },
  },
  J9: {
    promise: 'Nothing names an erased person',
    expected: 'no body, name or phone in any table, file, log of events or kept answer; who writes again is new',
    tests: {
      'apps/proofs/src/scenarios/days.long.e2e.test.ts': [
        'a person is forgotten: no table, log, kept answer or file names them',
      ],
    },
  },
  'J9-journal': {
    promise: 'A restore does not bring an erased person back',
    expected:
      'erased, then restored to a moment before: erased again by the journal, under the same id, and named in no table and file',
    run: erasedForGood,
  },
  'J9-sync': {
    promise: 'A sync that deletes contacts loses no message',
    expected: 'every contact deleted with the first key: all messages are there; erasing is refused with 403',
    run: syncDeletes,
    fast: true,
  },
  'J9-twin': {
    promise: 'A sync that would erase people is detected',
    expected: 'every message lost',
    run: syncErases,
    fast: true,
  },
  J10: {
    promise: 'Old data is dropped by partition, without delaying anyone',
    expected: '500,000 rows past their time: partition dropped, p99 of accepting unchanged (at most twice)',
    run: droppedPartitions,
  },
  J11: {
    promise: 'A fault raises its alarm, and the alarm clears when the fault ends',
    expected:
      'the rules of docker/prometheus/alarms.yaml by the metrics of the services: each provoked alarm fires in its window; all clear but those that count dead and lost events',
    run: firingAlarms,
    waits: true,
  },
  J12: {
    promise: 'Under load with faults, nothing is lost, duplicated or leaking',
    expected:
      'the whole flow at 60 % of what it can carry, 30 minutes (3 unless SOAK_MINUTES says more), every 20 s a fault: deaths of services, Postgres, NATS, stops, receiver and provider away: invariants hold; from 10 minutes on < 1 MiB per minute and process on average; dead rows bounded; no descriptors more at rest',
    run: loadWithFaults,
    soaks: true,
  },
  J13: {
    promise: 'A launcher that is killed while it starts leaves nothing behind, and the next start works',
    expected: 'kill -9 at 5 moments of the start, in one process and in separate ones: no process left, then ready',
    run: killedStart,
  },
  J15: {
    promise: 'Under load, a killed process restarts each time, and a failed start leaves nothing behind',
    expected:
      'busy loops for a load of 25 on two cores; kill -9 of the process of the services 20 times, then of random parts in separate processes, every fourth time with the port of a part taken: always back, the number of processes stays, each message accepted before is sent once, unless its outcome is unknown (at most one in ten)',
    run: killedChildren,
    tests: {
      'apps/stack/src/host.test.ts': [
        'however its starts fail, there is one process at most, it comes back, and none is left when it is stopped',
      ],
    },
  },
  'J15-twin': {
    promise: 'The check of J15 catches a launcher that leaves processes of a failed start running',
    expected: 'processes are left, which keep their ports, and it does not come back',
    run: leakedChildren,
  },
  J17: {
    promise: 'A full disk delays an installation but loses nothing',
    expected:
      'the disk with all of its data (Postgres, spool, files, state of the launcher) filled under load for 30 s, webhooks, messaging and NATS killed meanwhile: once there is space the launcher has all of them back, messages are accepted, invariants hold, and the next start works',
    run: fullDataDisk,
    tests: {
      'apps/stack/src/state-files.test.ts': [
        'run.json is written later, once, and nothing ends',
        'a state file stays as it was, with nothing half written beside it',
      ],
    },
  },
  J16: {
    promise:
      'When the provider and the system fail at the same time, no message is lost or repeated, and every unknown outcome has its reason',
    expected:
      '4 minutes at 5 messages/s; by chance, outages that answer errors, hang and refuse, beside deaths of messaging and NATS, ended connections to Postgres and stopped processes: invariants hold, at most 5% of the messages end with an unknown outcome, each with its reason',
    run: randomFaults,
    soaks: true,
  },
  J14: {
    promise: 'Services work through a PgBouncer with fewer connections than they use, and survive its crash',
    expected:
      'PGBOUNCER in transaction mode with 2 connections for each login, then in session mode with as many as are needed, killed under load and started again: every message sent once, every event reported once, statements prepared, never more connections than it may have, no role or scope left on one',
    needs: 'PGBOUNCER',
    run: throughPooler,
  },
  J6: {
    promise: 'A restore to the middle of a load sends nothing twice and continues',
    expected:
      'restored to a moment at 40 messages/s: what was accepted before it is there, nothing leaves before the release, nothing is taken twice, new messages are read',
    run: restoredMidway,
  },
})
