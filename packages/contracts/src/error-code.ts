import { z } from 'zod'
import { errorCatalogue } from './errors.ts'
import { named } from './names.ts'

/** Code of an error of the catalogue, as answers show it. Rows of earlier releases are not held to it, so it is a text with known values. */
export const errorCode = named(
  'ErrorCode',
  z.string().meta({
    description: 'Code of an error: a noun and a reason; the documentation has a page for each',
    example: 'request:invalid',
    enum: Object.keys(errorCatalogue),
  }),
)

/** An error that an object keeps, such as the last one of a number. */
export const keptError = named(
  'KeptError',
  z.object({ errorCode, message: z.string().describe('The fault, and the way to mend it') }),
)
