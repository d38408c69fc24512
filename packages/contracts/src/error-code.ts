import { z } from 'zod'
import { errorCatalog } from './errors.ts'
import { named } from './names.ts'

/** Code of an error of the catalog, as answers show it. Rows of earlier releases are not held to it, so it is a text with known values. */
export const errorCode = named(
  'ErrorCode',
  z.string().meta({
    description: 'Code of an error: a noun and a reason',
    example: 'request:invalid',
    enum: Object.keys(errorCatalog),
  }),
)

/** An error that an object keeps, such as the last one of a number. */
export const keptError = named(
  'KeptError',
  z.object({ errorCode, message: z.string().describe('What went wrong, and how to fix it') }),
)

/** A faulty field of a request, as responses show it. */
export const fieldError = named(
  'FieldError',
  z.object({
    path: z.string().meta({ description: 'The field with the error, such as `media.url`', example: 'phone' }),
    code: z.string().meta({
      description: 'Code of the problem: `field:missing`, `field:unknown`, `field:invalid`, or a sharper one',
      example: 'phone:invalid',
    }),
    message: z.string().describe('What is wrong with the value, and the value itself where it is short and no secret'),
  }),
)
