import type { Group } from '../check.ts'
import { clusterOfBrokers } from './brokers.ts'
import { databaseForEach } from './databases.ts'
import { promotedStandby } from './standby.ts'

/** L: databases and brokers on several machines, as far as one machine can simulate it. */
export const scale: Group = {
  name: 'scale',
  title: 'L. More than one machine',
  checks: [
    {
      id: 'L1',
      promise: 'Each service can have a Postgres of its own, and the death of one stops only what needs it',
      expected:
        'three servers under load, each killed in turn: messages are accepted and sent without that of webhooks and numbers, contacts answer without that of messaging; 0 lost, 0 doubled',
      run: databaseForEach,
    },
    {
      id: 'L2',
      promise: 'A NATS cluster of three survives the loss of any server',
      expected:
        'BUS_REPLICAS=3, each server killed for 25 s under load, the leader of the stream first: no one refused, webhooks continue, the stream stays the same; 0 lost, 0 doubled',
      run: clusterOfBrokers,
    },
    {
      id: 'L3',
      promise: 'If Postgres dies, its synchronous standby takes over without data loss',
      expected:
        'primary killed under load, standby promoted, the address moves there: accepting continues, everything accepted before is there; 0 lost, 0 doubled',
      run: promotedStandby,
    },
  ],
}
