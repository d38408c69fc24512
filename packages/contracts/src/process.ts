import { z } from 'zod'
import { mutation, query } from './contract.ts'
import { idOf, jsonObject, named, text, time } from './schemas.ts'

const loopStatus = z.object({
  name: z.string(),
  status: z.enum(['working', 'resting', 'failing']),
  failures: z.int().describe('Rounds that have failed since the last one that succeeded'),
  error: z.string().nullable().describe('Message of the last failure while failing'),
  lastRoundAt: time.nullable().describe('End of the last round that succeeded'),
})

const processStatus = z.object({
  role: z.enum(['all', 'api', 'worker']).describe('Part of the service that this process runs; `api` has no loops'),
  startedAt: time,
  ready: z.boolean(),
  reasons: z.array(z.string()).describe('Reasons why it is not ready, or not doing everything'),
  loops: z.array(loopStatus),
  bus: z.object({
    connected: z.boolean(),
    fill: z.number().nullable().describe('Used share of the event stream, 0–1; null: not read yet'),
    slowest: z.string().nullable().describe('Service that is furthest behind, if one is behind'),
    pending: z.int().nullable().describe('Messages on the bus not yet handed to this service'),
    ackPending: z.int().nullable().describe('Messages handed to this service but not yet acknowledged'),
  }),
  outbox: z
    .object({ waiting: z.int(), oldestAgeMs: z.int() })
    .nullable()
    .describe('Events committed but not yet published; null while Postgres cannot be asked'),
  deadEvents: z.int().nullable().describe('Events that were set aside because they could not be published or applied'),
  connections: z.record(z.string(), z.int()).describe('Connections to Postgres by status'),
  memoryBytes: z.int(),
})

const deadEvent = z.object({
  event: z.string().describe('Id of the event'),
  kind: z.string(),
  workspace: z.string().nullable(),
  error: z.string(),
  deliveries: z.int().describe('Attempts to deliver the event'),
  diedAt: time,
})

const oneDeadEvent = z.object({ event: idOf('evt').describe('Id of the event') })

const at = '2026-11-20T08:30:00.000Z'

const exampleDeadEvent: z.input<typeof deadEvent> = {
  event: 'evt_01k5v2s8xgf9hb3m4q7r8t9w0y',
  kind: 'contact:updated',
  workspace: 'ws_01k5v2s8xgf9hb3m4q7r8t9w0y',
  error: 'Error: value too long',
  deliveries: 10,
  diedAt: at,
}

/** Maximum number of events in a response. */
export const deadEventsMax = 100

/** Operations that every service has for its own process. */
const processOperations = {
  get: query({
    summary: 'Show the process of the service',
    description:
      'For operators. Shows the process that handles the call: readiness, loops, place on the bus, outbox and connections. If a service has several processes, each call may reach a different one.',
    scope: 'operator',
    input: z.object({}),
    output: processStatus,
    example: {
      input: {},
      output: {
        role: 'all',
        startedAt: at,
        ready: true,
        reasons: [],
        loops: [{ name: 'dispatch', status: 'resting', failures: 0, error: null, lastRoundAt: at }],
        bus: { connected: true, fill: 0.01, slowest: null, pending: 0, ackPending: 0 },
        outbox: { waiting: 0, oldestAgeMs: 0 },
        deadEvents: 0,
        connections: { idle: 3, busy: 1, waiting: 0 },
        memoryBytes: 120_000_000,
      },
    },
  }),
}

/** Operations that every service has for events it couldn't publish or apply. */
const deadEventOperations = {
  list: query({
    summary: 'List events that could not be published or applied',
    description: `For operators. Latest first, at most ${deadEventsMax}, without contents.`,
    scope: 'operator',
    input: z.object({}),
    output: z.array(deadEvent),
    example: { input: {}, output: [exampleDeadEvent] },
  }),
  get: query({
    summary: 'Show an event that could not be published or applied',
    description:
      'For operators. Includes its contents as in the audit log: text that may be personal or secret is replaced with `#` and a keyed hash.',
    scope: 'operator',
    input: oneDeadEvent,
    output: deadEvent.extend({
      occurredAt: time,
      aggregate: z.object({ id: z.string(), version: z.int() }).describe('Object that the event is about'),
      data: jsonObject.describe('Contents, without what may be personal or secret'),
    }),
    errors: ['dead_event:not_found', 'dead_event:failed'],
    example: {
      input: { event: exampleDeadEvent.event as `evt_${string}` },
      output: {
        ...exampleDeadEvent,
        occurredAt: at,
        aggregate: { id: 'con_01k5v2s8xgf9hb3m4q7r8t9w0y', version: 4 },
        data: { id: 'con_01k5v2s8xgf9hb3m4q7r8t9w0y', name: '#f3Jx0c1kTz9a' },
      },
    },
  }),
  // tRPC reserves the names `apply` and `call`.
  applyAgain: mutation({
    summary: 'Publish or apply an event again',
    description:
      'For operators, once the cause is fixed. An event that the bus rejected is published again. Any other is applied again, completely or not at all, and never overrides newer events about the same object. An event that fails again stays listed with its latest error.',
    scope: 'operator',
    input: oneDeadEvent,
    output: deadEvent,
    errors: ['dead_event:not_found', 'dead_event:failed'],
    example: { input: { event: exampleDeadEvent.event as `evt_${string}` }, output: exampleDeadEvent },
  }),
  discard: mutation({
    summary: 'Discard an event that could not be published or applied',
    description: 'For operators. The event is never applied. The audit log of its workspace keeps the reason.',
    scope: 'operator',
    input: oneDeadEvent.extend({ reason: text(1, 200).describe("Reason, without people's names or phone numbers") }),
    output: deadEvent,
    errors: ['dead_event:not_found'],
    example: {
      input: { event: exampleDeadEvent.event as `evt_${string}`, reason: 'The contact was removed by hand.' },
      output: exampleDeadEvent,
    },
  }),
}

/** Operations that every service has for operators. */
export const upkeep = { process: processOperations, deadEvents: deadEventOperations }

const quarantineStatus = z.object({
  since: time
    .nullable()
    .describe('Time when the service found that its Postgres had been restored; null: no quarantine'),
  due: z
    .record(z.string(), z.number().int())
    .describe('Number of actions of each kind that were due before that; the lost system may have already done them'),
})

/**
 * Quarantine operations for each service that calls other systems. A restored database may list work as waiting even though it was done
 * after the backup.
 */
export const quarantine = {
  get: query({
    summary: 'Show the quarantine',
    description:
      'For operators. If a service finds that its Postgres was restored, it accepts calls and events as usual, but sends nothing to the provider or webhooks until the quarantine ends.',
    scope: 'operator',
    input: z.object({}),
    output: quarantineStatus,
    example: { input: {}, output: { since: '2026-11-20T08:30:00.000Z', due: { messages: 12 } } },
  }),
  release: mutation({
    summary: 'End the quarantine',
    description:
      'For operators. `due` applies to actions that were due before the restore: `give_up` does none of them (messages and group changes end with an unknown outcome unless the provider reports on them; deliveries are canceled), `go_on` does all of them, perhaps a second time. Later actions continue in both cases. Returns what was due. If a call fails, the next one continues where it stopped.',
    scope: 'operator',
    input: z.object({ due: z.enum(['give_up', 'go_on']) }),
    output: quarantineStatus,
    errors: ['quarantine:not_in_force'],
    example: { input: { due: 'give_up' }, output: { since: null, due: { messages: 12 } } },
  }),
}

const restingWork = z
  .enum(['messages', 'posts', 'webhooks'])
  .describe('messages: nothing is sent to customers; posts: no posts or group changes; webhooks: no deliveries')

const restore = named(
  'Restore',
  z.object({
    since: time.nullable().describe('Time when work was put on hold; null: nothing is on hold'),
    resting: z.array(restingWork).describe('Work on hold until an operator decides what may be repeated'),
  }),
)

export const restoreOperations = {
  get: query({
    summary: 'Show what is on hold after a restore',
    description:
      'After a restore of Postgres, the installation accepts requests and events, but sends nothing until an operator decides what may be repeated. Any key can call it; the response can be up to five seconds old.',
    rest: 'GET /v1/meta/restore',
    scope: null,
    limitedBy: 'nothing',
    input: z.object({}),
    output: restore,
    example: { input: {}, output: { since: '2026-11-20T08:30:00.000Z', resting: ['messages', 'posts', 'webhooks'] } },
  }),
}

const service = z.enum(['messaging', 'groups', 'webhooks'])
const serviceQuarantine = quarantineStatus.extend({ service })
const example = { service: 'messaging' as const, since: '2026-11-20T08:30:00.000Z', due: { messages: 12 } }

/** Operations on the quarantines of all services, for operators who can reach only the gateway. */
export const quarantineOperations = {
  list: query({
    summary: 'List the quarantines',
    description: 'For operators. One item for each service that sends to other systems.',
    scope: 'operator',
    input: z.object({}),
    output: z.array(serviceQuarantine),
    example: { input: {}, output: [example] },
  }),
  release: mutation({
    summary: 'End the quarantines',
    description:
      'For operators. Ends the quarantine of one service, or of all. `due` applies to actions that were due before the restore, as for a single service. Returns what was due.',
    scope: 'operator',
    input: quarantine.release.input.extend({ service: service.optional().describe('Default: all services') }),
    output: z.array(serviceQuarantine),
    example: { input: { due: 'give_up' }, output: [{ ...example, since: null }] },
  }),
}
