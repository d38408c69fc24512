import { z } from 'zod'
import type { FieldError } from './errors.ts'
import { errorCatalogue } from './errors.ts'
import { formerField } from './former-fields.ts'
import { named } from './names.ts'

/** Code of an error of the catalogue, as answers show it. Rows of earlier releases are not held to it, so it is a text with known values. */
export const errorCode = named(
  'ErrorCode',
  z.string().meta({
    description: 'Code of an error: a noun and a reason',
    example: 'request:invalid',
    enum: Object.keys(errorCatalogue),
  }),
)

/** An error that an object keeps, such as the last one of a number. */
export const keptError = named(
  'KeptError',
  z.object({ errorCode, message: z.string().describe('The fault, and the way to mend it') }),
)

/** A faulty field of a request, as answers show it. */
export const fieldError = named(
  'FieldError',
  z.object({
    path: z.string().meta({ description: 'The faulty field, such as `media.url`', example: 'phone' }),
    errorCode: z.string().meta({ description: 'Code of this error', example: 'phone:invalid' }),
    code: formerField(z.string(), 'errorCode'),
    message: z.string().describe('The fault of the field'),
  }),
)

/** Returns faulty fields as answers show them. */
export function presentFieldErrors(errors: readonly FieldError[]): z.output<typeof fieldError>[] {
  return errors.map(({ path, code, message }) => ({ path, errorCode: code, code, message }))
}
