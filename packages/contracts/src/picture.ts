import { z } from 'zod'
import { optionalIdOf } from './ids.ts'
import { requireOne, text } from './primitives.ts'

/** Maximum size of an uploaded picture, in bytes. The provider's limit is lower. */
export const pictureBytesMax = 8 * 1024 * 1024

export const pictureFields = {
  filename: text(1, 240).optional().describe('Ignored'),
  mime: text(3, 100).optional().describe('Type of the bytes, which are always checked'),
}

/** A picture in JSON: its bytes, or a stored file. */
export const pictureInput = {
  content: z
    .string()
    .max(Math.ceil(pictureBytesMax / 3) * 4)
    .regex(/^[A-Za-z0-9+/]*={0,2}$/, 'must be base64')
    .optional()
    .describe('The bytes in base64; a JSON body has at most 1 MiB'),
  file: optionalIdOf('file').describe('Id of a stored file; the key also needs the `read` scope'),
  ...pictureFields,
}

export const onePicture = (input: object, ctx: z.core.$RefinementCtx): void =>
  requireOne(['content', 'file'], input, ctx)
