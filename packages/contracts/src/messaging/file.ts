import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { idOf } from '../ids.ts'
import { besideOtherFaults, oneOrMany, pageOf, paging, text, time } from '../primitives.ts'
import { mediaKind } from './content.ts'

/** Largest file we keep, in bytes: the provider's limit for documents. Each kind has its own beside it. */
export const fileBytesMax = 100 * 1024 * 1024

/** Most characters of a file in base64 within JSON; a larger one comes as bytes. */
const contentCharactersMax = 1024 * 1024

/** Types of files that are taken and given back (cloud-api.md 4.3). */
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

/** Names Windows keeps for devices, whatever ending they have. */
const deviceName = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** The name a file is shown with and downloaded as. It never becomes a path of ours, and is none on the machine that downloads it. */
export const fileName = text(1, 240)
  .refine((name) => !/[/\\\p{Cc}]/u.test(name) && name !== '.' && name !== '..', {
    message: 'must not contain slashes or control characters',
  })
  .refine((name) => !deviceName.test(name), { message: 'must not be a name that Windows keeps for a device' })

/** A file to send, or one that was received. */
export const file = z.object({
  id: idOf('file'),
  filename: z.string(),
  mime: z.string(),
  size: z.int().describe('Bytes'),
  kind: mediaKind.exclude(['voice']),
  sha256: z.string().describe('Of its bytes, hexadecimal'),
  createdAt: time,
  expiresAt: time
    .nullable()
    .describe('When it is removed with its bytes, unless a waiting message needs it; null: never'),
})

/** A part of a file, where the next one begins, and what the whole is. */
export const filePart = z.object({
  filename: z.string(),
  mime: z.string(),
  size: z.int().describe('Bytes of the whole file'),
  content: z.string().describe('base64'),
  next: z.int().nullable(),
})

const id = 'file_01k5v2s8xgf9hb3m4q7r8t9w0y'
const exampleText = 'Opening hours: 9 to 17'
/** A small text. */
export const exampleFile = {
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
  filename: fileName.optional().describe('Absent: the name that the part or Content-Disposition gives'),
  mime: text(3, 100).optional().describe('What the bytes must be; they are looked at either way'),
  expiresAt: time.optional().describe('When it is removed; absent: after the time this deployment keeps files'),
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
      .describe('Where we fetch it; a public address'),
    ...about,
  })
  .superRefine((input, ctx) => {
    if ((input.content === undefined) !== (input.url === undefined)) return
    for (const path of ['content', 'url'])
      ctx.addIssue({ code: 'custom', path: [path], message: 'send exactly one of content and url' })
  }, besideOtherFaults)

/** Operations on files. */
export const files = {
  create: mutation({
    summary: 'Keep a file',
    description:
      'To send it as `media: { file }`. Comes as multipart/form-data with one part `file` (`curl -F file=@photo.jpg`), as a raw body (`curl --data-binary @photo.jpg -H "Content-Type: image/jpeg"`), or as JSON with `url` or, if it is small, `content`. Its type is told by its bytes: one the provider does not take, or another than `mime` says, is refused, as is markup and what is two types at once. Limits: image 5 MB, sticker 100 KB, or 500 KB animated, audio and video 16 MB, document 100 MB. The same bytes again are the same file, answered with 200, and kept for the longer of both times.',
    rest: 'POST /v1/files',
    status: 201,
    known: { field: 'existed', status: 200 },
    slow: true,
    upload: { fields: z.object(about).strict(), bytesMax: fileBytesMax },
    scope: 'send',
    input: createInput,
    output: file.extend({ existed: z.boolean().describe('True when these bytes were kept already') }),
    errors: ['file:too_large', 'file:unsupported_type', 'file:fetch_failed', 'file:unavailable', 'url:not_allowed'],
    example: {
      input: { content: btoa(exampleText), filename: 'hours.txt' },
      output: { ...exampleFile, existed: false },
    },
  }),
  list: query({
    summary: 'List files',
    description: 'Newest first.',
    rest: 'GET /v1/files',
    scope: 'read',
    list: true,
    input: z.object({ kind: oneOrMany(file.shape.kind), ...paging }),
    output: pageOf(file),
    errors: ['cursor:invalid'],
    example: { input: { kind: ['document'] }, output: { items: [exampleFile], next: null } },
  }),
  get: query({
    summary: 'Show a file',
    description: 'Without its bytes; see the download.',
    rest: 'GET /v1/files/{id}',
    scope: 'read',
    input: z.object({ id: idOf('file') }),
    output: file,
    errors: ['file:not_found'],
    example: { input: { id }, output: exampleFile },
  }),
  download: query({
    summary: 'Download a file',
    description:
      'Its bytes, always as an attachment. `offset` leaves out as many of the first ones, to go on after a break.',
    rest: 'GET /v1/files/{id}/download',
    scope: 'read',
    slow: true,
    download: true,
    input: z.object({ id: idOf('file'), offset: z.int().min(0).max(fileBytesMax).default(0) }),
    output: filePart,
    errors: ['file:not_found'],
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
  remove: mutation({
    summary: 'Delete a file',
    description: 'Its bytes are removed for good. A message that waits to send it fails; those that were sent keep it.',
    rest: 'DELETE /v1/files/{id}',
    scope: 'send',
    input: z.object({ id: idOf('file') }),
    output: z.object({ id: idOf('file'), deleted: z.literal(true) }),
    errors: ['file:not_found'],
    example: { input: { id }, output: { id, deleted: true } },
  }),
}
