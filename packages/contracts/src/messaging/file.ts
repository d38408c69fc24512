import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { mediaRules } from '../provider-rules/index.ts'
import {
  besideOtherFaults,
  idOf,
  listOf,
  named,
  oneOrMany,
  optionalIdOf,
  pageOf,
  removed,
  requireOne,
  text,
  time,
} from '../schemas.ts'
import { mediaKind } from './content.ts'

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

/** Requires a picture's bytes or a stored file, but not both. */
export const onePicture = (input: object, ctx: z.core.$RefinementCtx): void =>
  requireOne(['content', 'file'], input, ctx)

/** Largest stored file in bytes: the provider's limit for documents. Each kind also has its own limit. */
export const fileBytesMax = mediaRules.document.bytesMax

/** Maximum number of base64 characters for a file in JSON. Larger files are sent as bytes. */
const contentCharactersMax = 1024 * 1024

export const fileMimes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'video/mp4',
  'video/3gpp',
  'audio/aac',
  'audio/amr',
  'audio/mpeg',
  'audio/mp4',
  'audio/ogg',
  'text/plain',
  'application/pdf',
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.ms-powerpoint',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/octet-stream',
] as const

/** Names that Windows reserves for devices, with any extension. */
const deviceName = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** Name of a file for display and download. Never used as a path, here or where it is downloaded. */
export const fileName = text(1, 240)
  .refine((name) => !/[/\\\p{Cc}]/u.test(name) && name !== '.' && name !== '..', {
    message: 'must not contain slashes or control characters',
  })
  .refine((name) => !deviceName.test(name), { message: 'must not be a name that Windows reserves for a device' })

/** A file to send, or one that was received. */
export const file = named(
  'File',
  z.object({
    id: idOf('file'),
    filename: z.string().describe('Name for display and download'),
    mime: z.string().describe('Media type, such as image/jpeg'),
    size: z.int().describe('Size in bytes'),
    kind: mediaKind.exclude(['voice']).describe('Kind of media that the file can be sent as'),
    sha256: z.string().describe('SHA-256 of the bytes, hexadecimal'),
    createdAt: time,
    expiresAt: time
      .nullable()
      .describe('Time when the file is deleted, unless a waiting message needs it; null: never'),
  }),
)

/** A part of a file, with the offset of the next part and the file's metadata. */
export const filePart = z.object({
  filename: z.string(),
  mime: z.string(),
  size: z.int().describe('Bytes of the whole file'),
  content: z.string().describe('base64'),
  next: z.int().nullable(),
})

const id = 'file_01k5v2s8xgf9hb3m4q7r8t9w0y'
const exampleText = 'Opening hours: 9 to 17'
const exampleFile = {
  id,
  filename: 'hours.txt',
  mime: 'text/plain',
  size: exampleText.length,
  kind: 'document' as const,
  sha256: 'a7f1c1c6b4e3d2a1908f7e6d5c4b3a29180f7e6d5c4b3a2918f7e6d5c4b3a291',
  createdAt: '2026-11-20T08:30:00.000Z',
  expiresAt: '2026-12-20T08:30:00.000Z',
}

const about = {
  filename: fileName.optional().describe('Absent: the name in the form part or in Content-Disposition'),
  mime: text(3, 100).optional().describe('Expected media type; the bytes are always checked'),
  expiresAt: time.optional().describe("Time when the file is deleted; absent: after the installation's retention time"),
}

const createInput = z
  .object({
    content: z
      .string()
      .max(contentCharactersMax)
      .regex(/^[A-Za-z0-9+/]*={0,2}$/, 'must be base64')
      .optional()
      .describe('The bytes of a small file in base64'),
    url: z
      .url({ protocol: /^https?$/ })
      .max(2048)
      .optional()
      .describe('Public URL from which the file is fetched'),
    ...about,
  })
  .superRefine((input, ctx) => requireOne(['content', 'url'], input, ctx), besideOtherFaults)

export const files = {
  create: mutation({
    summary: 'Store a file',
    description:
      'Send a form with one `file` part (`curl -F file=@photo.jpg`), the bytes as the body, or JSON with `url` or, for a small file, `content`. The type is detected from the bytes; unsupported types, markup, and a wrong `mime` are refused. Limits: images 5 MB, stickers 100 KB (animated 500 KB), audio and video 16 MB, documents 100 MB.',
    rest: 'POST /v1/files',
    rule: 'Exactly one of `content` and `url` is required.',
    status: 201,
    slow: true,
    upload: { fields: z.object(about).strict(), bytesMax: fileBytesMax },
    scope: 'send',
    limitedBy: 'number',
    input: createInput,
    output: file,
    errors: ['file:too_large', 'file:unsupported_type', 'file:fetch_failed', 'file:unavailable', 'url:not_allowed'],
    example: { input: { content: btoa(exampleText), filename: 'hours.txt' }, output: exampleFile },
  }),
  list: query({
    summary: 'List files',
    description: 'Newest first. A caller limited to numbers sees files in their messages and its own files.',
    rest: 'GET /v1/files',
    scope: 'read',
    limitedBy: 'number',
    input: z.object({ kind: oneOrMany(file.shape.kind).describe('Only files of these kinds'), ...listOf(file) }),
    output: pageOf(file),
    example: { input: { kind: ['document'] }, output: { items: [exampleFile], next: null } },
  }),
  get: query({
    summary: 'Show a file',
    description: 'Returns the metadata; `GET …/download` returns the bytes.',
    rest: 'GET /v1/files/{id}',
    scope: 'read',
    limitedBy: 'number',
    input: z.object({ id: idOf('file') }),
    output: file,
    errors: ['file:not_found'],
    example: { input: { id }, output: exampleFile },
  }),
  download: query({
    summary: 'Download a file',
    description:
      'Returns the bytes as an attachment, or one range of them if a `Range` header names it. `offset` skips bytes, to resume a download.',
    rest: 'GET /v1/files/{id}/download',
    scope: 'read',
    limitedBy: 'number',
    slow: true,
    download: true,
    input: z.object({
      id: idOf('file'),
      offset: z.int().min(0).max(fileBytesMax).default(0).describe('Bytes to skip at the start'),
    }),
    output: filePart,
    errors: ['file:not_found', 'range:unsatisfiable'],
    example: {
      input: { id },
      output: {
        filename: 'hours.txt',
        mime: 'text/plain',
        size: exampleText.length,
        content: btoa(exampleText),
        next: null,
      },
    },
  }),
  update: mutation({
    summary: 'Change a file',
    description:
      'Changes the name or the deletion time; the bytes stay the same. Messages that were already accepted keep the previous name.',
    rest: 'PATCH /v1/files/{id}',
    scope: 'send',
    limitedBy: 'number',
    input: z.object({
      id: idOf('file'),
      filename: fileName.optional().describe('New name for display and download'),
      expiresAt: time.optional().describe('New deletion time, within a year'),
    }),
    output: file,
    errors: ['file:not_found'],
    example: { input: { id, filename: 'hours-2027.txt' }, output: { ...exampleFile, filename: 'hours-2027.txt' } },
  }),
  remove: mutation({
    summary: 'Delete a file',
    description:
      'Deletes the file permanently, and its bytes unless another file has the same bytes. A waiting message that needs the file fails; sent messages are not affected.',
    rest: 'DELETE /v1/files/{id}',
    scope: 'send',
    limitedBy: 'number',
    input: z.object({ id: idOf('file') }),
    output: removed,
    errors: ['file:not_found'],
    example: { input: { id }, output: { id, deleted: true } },
  }),
}
