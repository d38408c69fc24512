import { z } from 'zod'
import { errorCode, fieldError } from '../error-code.ts'
import { named } from '../names.ts'

/** The body of every refusal. */
export const errorBody = named(
  'Error',
  z.object({
    status: z.int().meta({ description: 'The HTTP status', example: 400 }),
    errorCode,
    message: z.string().describe('What is wrong, and how to fix it'),
    errors: z.array(fieldError).describe('All faulty fields'),
    retryable: z.boolean().describe('True when the same request may succeed later'),
    retryAfter: z.number().nullable().describe('Seconds to wait before a retry, as in `Retry-After`; null: not known'),
    requestId: z.string().describe('Id of the request, as in `X-Request-Id`; quote it when you ask for help'),
    docs: z.string().describe('Address of the page about this error'),
  }),
)
