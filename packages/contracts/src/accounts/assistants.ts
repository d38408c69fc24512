import { z } from 'zod'
import { mutation } from '../contract.ts'
import { text } from '../primitives.ts'

/** Tool calls of assistants, which reach the API over MCP. */
export const assistantOperations = {
  record: mutation({
    summary: 'Record a tool call of an assistant',
    description:
      'Internal. Counts the recipients of the call against the limit of the key for this day (UTC), and records the call in the audit log before its effect. With `released`, the recipients of a call without effect are taken back.',
    scope: 'operator',
    input: z.object({
      tool: text(1, 60),
      given: z.record(z.string(), z.json()).describe('Arguments of the call'),
      recipients: z.int().min(0).describe('People who get a message'),
      recipientsMax: z.int().min(0).describe('Limit of the key for one day'),
      dryRun: z.boolean(),
      released: z.boolean().default(false).describe('True after a call that had no effect'),
    }),
    output: z.object({ recipients: z.int().describe('Recipients of the key on this day') }),
    errors: ['assistant:recipients_exceeded'],
    example: {
      input: {
        tool: 'send_message',
        given: { phone: '+4915112345678', message: 'Hello' },
        recipients: 1,
        recipientsMax: 500,
        dryRun: false,
      },
      output: { recipients: 1 },
    },
  }),
}
