import { z } from 'zod'
import { actor } from '../call-context.ts'
import { query } from '../contract.ts'
import { idOf } from '../ids.ts'
import { oneOrMany, pageOf, paging, text, time } from '../primitives.ts'

/** What is told of fields: as they are where they cannot be about people or open anything, else as `#` and a keyed hash. */
const told = z.record(z.string(), z.json())

const change = z.object({
  thing: z.string().describe('Kind of the thing, such as api_key'),
  id: z.string().nullable(),
  before: told.nullable().describe('Changed fields as they were; null: the thing was made'),
  after: told.nullable().describe('Changed fields as they are; null: the thing was removed'),
})

/** An action as the service that did it tells of it. */
export const auditRecord = z.object({
  actor,
  service: z.string().describe('The service that did it'),
  operation: z.string().describe('The operation, as it is called in the reference'),
  target: z.string().nullable().describe('Id of what it was done to'),
  ip: z
    .string()
    .nullable()
    .describe('Address the call came from, as the gateway saw it; for operators, as the service did'),
  requestId: z.string(),
  given: told.describe('What the caller gave. Text that may be personal or secret is replaced by `#` and a keyed hash'),
  changes: z.array(change).describe('What it changed. Where a service changes many rows at once, they are not listed'),
  truncated: z.boolean().describe('True where given and changes were left out, being over 16 KiB'),
})

/** An entry of the audit log of a workspace. */
export const auditEntry = auditRecord.extend({
  id: idOf('aud'),
  workspace: idOf('ws'),
  sequence: z.int().describe('Place in the log, without gaps'),
  at: time.describe('When it was done'),
  previous: z.string().describe('`hash` of the entry before; 64 zeros at the beginning'),
  hash: z.string().describe('SHA-256, hex, of this entry without `hash`, as canonical JSON (RFC 8785)'),
})

const place = z.object({ sequence: z.int().min(0), hash: z.string().regex(/^[0-9a-f]{64}$/) })

const ws = 'ws_01k5v2s8xgf9hb3m4q7r8t9w0y' as const
const exampleEntry: z.input<typeof auditEntry> = {
  id: 'aud_01k5v2s8xgf9hb3m4q7r8t9w0y',
  workspace: ws,
  sequence: 1,
  at: '2026-11-20T08:30:00.000Z',
  actor: { type: 'service', id: 'operator' },
  service: 'gateway',
  operation: 'keys.revoke',
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

/** Operations on the audit log. */
export const audit = {
  list: query({
    summary: 'List the audit log',
    description:
      'Newest first: every action that needs the scope `manage`, and those of operators on the workspace, its keys and members. An entry appears within a second and is kept for 400 days at least; nobody can change or remove one. Each names the hash of the one before, so that whoever keeps a copy can prove that none was.',
    rest: 'GET /v1/audit',
    scope: 'manage',
    list: true,
    input: z.object({
      actor: text(1, 100).optional().describe('Id of the key or member, or name of the service, that acted'),
      operation: oneOrMany(text(1, 100)),
      target: text(1, 100).optional().describe('Id of what it was done to'),
      from: time.optional(),
      to: time.optional(),
      ...paging,
    }),
    output: pageOf(auditEntry),
    errors: ['cursor:invalid'],
    example: { input: { operation: ['keys.revoke'] }, output: { items: [exampleEntry], next: null } },
  }),
  verify: query({
    summary: 'Verify the audit log of a workspace',
    description:
      'For operators. Computes the hashes of a stretch of the log, oldest first, from what is kept; `next` is where the following stretch begins, null at its end. `fault` says at which entry the chain is broken.',
    scope: 'operator',
    input: z.object({ workspace: idOf('ws'), after: place.optional(), size: z.int().min(1).max(5_000).default(2_000) }),
    output: z.object({
      entries: z.int(),
      last: place.describe('The last entry of the stretch that is as it was written; keep it to notice a cut-off end'),
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
