import { z } from 'zod'
import { query } from '../contract.ts'
import { idOf, json, listOf, named, pageOf, time } from '../schemas.ts'
import { exampleTime, exampleNumberId as id } from './number.ts'

const update = named(
  'UnusedUpdate',
  z.object({
    id: idOf('upd'),
    field: z.string().describe("The provider's name for this kind of update"),
    raw: json.nullable().describe('The update as the provider sent it; null when it is larger than 64 KiB'),
    receivedAt: time,
  }),
)

const example = { id: 'upd_01k5v2s8xgf9hb3m4q7r8t9w0y' as const, field: 'flows', raw: { event: 'FLOW_STATUS_CHANGE' } }

/** Provider updates that weren't fully understood. */
export const updates = {
  list: query({
    summary: 'List provider updates that Posthorn does not understand',
    description:
      'Updates of an unknown kind, or with content that no response or event shows; newest first, stored for 30 days. They may contain personal data, so the key needs the `raw` scope, which you must request explicitly.',
    rest: 'GET /v1/numbers/{id}/updates',
    scope: 'raw',
    limitedBy: 'number',
    list: true,
    input: z.object({ id: idOf('num'), ...listOf(update) }),
    output: pageOf(update),
    errors: ['number:not_found', 'cursor:invalid'],
    example: { input: { id }, output: { items: [{ ...example, receivedAt: exampleTime }], next: null } },
  }),
}
