import { z } from 'zod'
import { query } from './contract.ts'
import { time } from './primitives.ts'

const loopState = z.object({
  name: z.string(),
  state: z.enum(['working', 'resting', 'failing']),
  failures: z.int().describe('Rounds that have failed since the last one that succeeded'),
  error: z.string().nullable().describe('Message of the last failure while it fails'),
  lastRoundAt: time.nullable().describe('End of the last round that succeeded'),
})

const processState = z.object({
  role: z.enum(['all', 'api', 'worker']).describe('Part of the service that this process runs; `api` has no loops'),
  startedAt: time,
  ready: z.boolean(),
  reasons: z.array(z.string()).describe('Reasons for which it is not ready, or does not do everything'),
  loops: z.array(loopState),
  bus: z.object({
    connected: z.boolean(),
    fill: z.number().nullable().describe('Used share of the stream of events, 0–1; null: not read yet'),
    slowest: z.string().nullable().describe('Service that has acknowledged least, if one is behind'),
    pending: z.int().nullable().describe('Messages of the bus that this service was not handed yet'),
    ackPending: z.int().nullable().describe('Messages that this service was handed and has not acknowledged'),
  }),
  outbox: z
    .object({ waiting: z.int(), oldestAgeMs: z.int() })
    .nullable()
    .describe('Events that are committed and not yet published; null while Postgres cannot be asked'),
  deadEvents: z.int().nullable().describe('Events that were put aside since they could not be applied'),
  connections: z.record(z.string(), z.int()).describe('Connections to Postgres by state'),
  memoryBytes: z.int(),
})

const deadEvent = z.object({
  event: z.string().describe('Id of the event'),
  kind: z.string(),
  workspace: z.string().nullable(),
  error: z.string(),
  deliveries: z.int().describe('Tries of the event'),
  diedAt: time,
})

const at = '2026-11-20T08:30:00.000Z'

/** Most events that an answer lists. */
export const deadEventsMax = 100

/** Operations of each service about its process. */
export const processOperations = {
  get: query({
    summary: 'Show the process of the service',
    description:
      'For operators. Shows the process that serves the call: readiness, loops, place on the bus, outbox and connections. Where a service has several processes, each call may reach another one.',
    scope: 'operator',
    input: z.object({}),
    output: processState,
    errors: [],
    example: {
      input: {},
      output: {
        role: 'all',
        startedAt: at,
        ready: true,
        reasons: [],
        loops: [{ name: 'dispatch', state: 'resting', failures: 0, error: null, lastRoundAt: at }],
        bus: { connected: true, fill: 0.01, slowest: null, pending: 0, ackPending: 0 },
        outbox: { waiting: 0, oldestAgeMs: 0 },
        deadEvents: 0,
        connections: { idle: 3, busy: 1, waiting: 0 },
        memoryBytes: 120_000_000,
      },
    },
  }),
}

/** Operations of each service about events that it could not apply. */
export const deadEventOperations = {
  list: query({
    summary: 'List events that could not be applied',
    description: `For operators. The latest first, ${deadEventsMax} at most. Contents are left out.`,
    scope: 'operator',
    input: z.object({}),
    output: z.array(deadEvent),
    errors: [],
    example: {
      input: {},
      output: [
        {
          event: 'evt_01k5v2s8xgf9hb3m4q7r8t9w0y',
          kind: 'contact:updated',
          workspace: 'ws_01k5v2s8xgf9hb3m4q7r8t9w0y',
          error: 'Error: value too long',
          deliveries: 10,
          diedAt: at,
        },
      ],
    },
  }),
}

/** Operations of each service for operators. */
export const upkeep = { process: processOperations, deadEvents: deadEventOperations }
