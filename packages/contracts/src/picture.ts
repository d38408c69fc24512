import { z } from 'zod'
import { optionalIdOf } from './ids.ts'
import { text } from './primitives.ts'

/** Largest request for a picture, in bytes; what the provider takes is less. */
export const pictureBytesMax = 8 * 1024 * 1024

/** What may go with the bytes of a picture. */
export const pictureFields = {
  filename: text(1, 240).optional().describe('Of no effect; comes with some bodies'),
  mime: text(3, 100).optional().describe('What the bytes are; they are looked at either way'),
}

/** A picture in JSON: its bytes, or a file that is kept here. */
export const pictureInput = {
  content: z
    .string()
    .max(Math.ceil(pictureBytesMax / 3) * 4)
    .regex(/^[A-Za-z0-9+/]*={0,2}$/, 'must be base64')
    .optional()
    .describe('The bytes in base64; a JSON body takes 1 MiB'),
  file: optionalIdOf('file').describe('A file kept here, for keys that may read too'),
  ...pictureFields,
}

/** Says what is wrong unless a picture comes in exactly one of the two ways. */
export function onePicture(
  { content, file }: { content?: string | undefined; file?: string | undefined },
  ctx: z.RefinementCtx,
): void {
  const isFile = file !== undefined && file !== ''
  if (isFile !== (content !== undefined)) return
  for (const path of ['content', 'file'])
    ctx.addIssue({ code: 'custom', path: [path], message: 'give exactly one of content and file' })
}
