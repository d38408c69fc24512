import { z } from 'zod'
import { query } from '../contract.ts'
import { actor, idOf, jsonObject, listOf, named, oneOrMany, pageOf, text, time } from '../schemas.ts'

/** Field values: in plain text if neither personal nor secret, otherwise `#` and a keyed hash. */
const fieldValues = jsonObject

const change = named(
  'AuditChange',
  z.object({
    thing: z.string().describe('Kind of object that was changed, such as api_key'),
    id: z.string().nullable().describe('Id of the changed object; null if it has none'),
    before: fieldValues.nullable().describe('Old values of the changed fields; null: the object was created'),
    after: fieldValues.nullable().describe('New values of the changed fields; null: the object was removed'),
  }),
)

/** An action, as announced by its service. */
export const auditRecord = z.object({
  actor: actor.describe('Who performed the action'),
  service: z.string().describe('Service that performed the action'),
  operation: z.string().describe('Name of the operation in the reference'),
  target: z.string().nullable().describe('Id of the object that was acted on'),
  ip: z.string().nullable().describe('IP address of the caller; for operators, of their connection to the service'),
  requestId: z.string().describe('Id of the request, as in `X-Request-Id`'),
  given: fieldValues.describe(
    "The caller's input. Text that may be personal or secret is replaced by `#` and a keyed hash",
  ),
  changes: z.array(change).describe('Changed objects. They are not listed when a service changes many rows at once'),
  truncated: z.boolean().describe('True when details are left out: beyond 20 items or changes, or 16 KiB'),
})

export const auditEntry = named(
  'AuditEntry',
  auditRecord.extend({
    id: idOf('aud'),
    workspace: idOf('ws'),
    sequence: z.int().describe('Position in the log, without gaps'),
    createdAt: time.describe('Time of the action'),
    previous: z.string().describe('`hash` of the previous entry; 64 zeros for the first'),
    hash: z.string().describe('Hex SHA-256 of this entry without `hash`, as canonical JSON (RFC 8785)'),
  }),
)

const place = z.object({ sequence: z.int().min(0), hash: z.string().regex(/^[0-9a-f]{64}$/) })

const ws = 'ws_01k5v2s8xgf9hb3m4q7r8t9w0y' as const
const exampleEntry: z.input<typeof auditEntry> = {
  id: 'aud_01k5v2s8xgf9hb3m4q7r8t9w0y',
  workspace: ws,
  sequence: 1,
  createdAt: '2026-11-20T08:30:00.000Z',
  actor: { type: 'service', id: 'operator', name: null },
  service: 'gateway',
  operation: 'workspaceKeys.revoke',
  target: 'key_01k5v2s8xgf9hb3m4q7r8t9w0y',
  ip: '192.0.2.10',
  requestId: '0b6f6c1e-6f5e-4d0b-9f0e-1d7a3c1b2a44',
  given: { id: 'key_01k5v2s8xgf9hb3m4q7r8t9w0y' },
  changes: [
    {
      thing: 'api_key',
      id: 'key_01k5v2s8xgf9hb3m4q7r8t9w0y',
      before: { revokedAt: null },
      after: { revokedAt: '2026-11-20T08:30:00.000Z' },
    },
  ],
  truncated: false,
  previous: '0'.repeat(64),
  hash: '5f0c7e3f5f2f4b1c0b8ad8e1c1f3b1f0a3d1e9c5f7b2a4d6e8f0a1b2c3d4e5f6',
}

export const audit = {
  list: query({
    summary: 'List the audit log',
    description:
      'Actions that need the `manage` scope and actions of operators, newest first. Entries are kept unchanged for at least 400 days; each contains the hash of the previous one. A key limited to numbers sees its own actions and actions on those numbers.',
    rest: 'GET /v1/audit',
    scope: 'manage',
    limitedBy: 'number',
    input: z.object({
      actor: text(1, 100).optional().describe('The actor: id of a key or member, or name of a service'),
      operation: oneOrMany(text(1, 100)).describe('Only these operations, as named in the reference'),
      target: text(1, 100).optional().describe('Id of the object that was acted on'),
      ...listOf(auditEntry),
    }),
    output: pageOf(auditEntry),
    example: { input: { operation: ['workspaceKeys.revoke'] }, output: { items: [exampleEntry], next: null } },
  }),
  verify: query({
    summary: 'Verify the audit log of a workspace',
    description:
      'For operators. Recomputes the hashes of a page of the log, oldest first; `next` marks the end of the page and is null at the end of the log. `fault` identifies the entry where the chain breaks.',
    scope: 'operator',
    input: z.object({
      workspace: idOf('ws'),
      after: place.strict().optional(),
      size: z.int().min(1).max(5_000).default(2_000),
    }),
    output: z.object({
      entries: z.int(),
      last: place.describe('Last intact entry of the page; keep it to detect that the end of the log was removed'),
      fault: z.object({ sequence: z.int(), reason: z.enum(['missing', 'changed', 'detached']) }).nullable(),
      next: place.nullable(),
    }),
    errors: ['workspace:not_found'],
    example: {
      input: { workspace: ws },
      output: { entries: 1, last: { sequence: 1, hash: exampleEntry.hash }, fault: null, next: null },
    },
  }),
}
