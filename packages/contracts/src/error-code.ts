import { z } from 'zod'
import { errorCatalog } from './errors.ts'
import { named } from './names.ts'

/**
 * An error code from the catalog, as it appears in responses. Rows from earlier releases may contain other codes, so this is a string with
 * known values.
 */
export const errorCode = named(
  'ErrorCode',
  z.string().meta({
    description: 'Code of an error: a noun and a reason',
    example: 'request:invalid',
    enum: Object.keys(errorCatalog),
  }),
)

/** The last error for an object, such as a number. */
export const keptError = named(
  'KeptError',
  z.object({ errorCode, message: z.string().describe('What went wrong, and how to fix it') }),
)

/** An invalid field in a request. */
export const fieldError = named(
  'FieldError',
  z.object({
    path: z.string().meta({ description: 'The field with the error, such as `media.url`', example: 'phone' }),
    code: z.string().meta({
      description: 'Code of the problem: `field:missing`, `field:unknown`, `field:invalid`, or a more specific code',
      example: 'phone:invalid',
    }),
    message: z.string().describe('What is wrong with the value, and the value itself if it is short and not secret'),
  }),
)
