import { z } from 'zod'

const source = {
  id: z.string().min(1).optional(),
  link: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .optional(),
}
const caption = z.string().max(1024).optional()

/** An object with exactly one of `id` and `link`, and its kind's fields. */
function mediaObject<T extends z.ZodRawShape>(fields: T) {
  return z.strictObject({ ...source, ...fields }).refine((value) => 'id' in value !== 'link' in value, {
    message: "name exactly one of 'id' and 'link'",
  })
}

/** Media in messages, by kind (cloud-api.md 2.2). */
export const media = {
  image: mediaObject({ caption }),
  video: mediaObject({ caption }),
  audio: mediaObject({ voice: z.boolean().optional() }),
  document: mediaObject({ caption, filename: z.string().max(240).optional() }),
  sticker: mediaObject({}),
}
