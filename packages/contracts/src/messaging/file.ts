import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { idOf } from '../ids.ts'
import { besideOtherFaults, oneOrMany, pageOf, paging, text, time } from '../primitives.ts'
import { mediaKind } from './content.ts'

/** Largest file we keep, in bytes; the provider's limit of each kind holds beside it. */
export const fileBytesMax = 16 * 1024 * 1024

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

/** A file to send, or one that was received. */
export const file = z.object({
  id: idOf('file'),
  filename: z.string(),
  mime: z.string(),
  size: z.int().describe('Bytes'),
  kind: mediaKind.exclude(['voice']),
  sha256: z.string().describe('Of its bytes, hexadecimal'),
  createdAt: time,
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
}

const createInput = z
  .object({
    content: z
      .string()
      .max(Math.ceil(fileBytesMax / 3) * 4)
      .regex(/^[A-Za-z0-9+/]*={0,2}$/, 'must be base64')
      .optional()
      .describe('The bytes in base64; a JSON body takes 1 MiB, a raw body of the type of the file 16 MiB'),
    url: z
      .url({ protocol: /^https?$/ })
      .max(2048)
      .optional()
      .describe('Where we fetch it; a public address'),
    filename: text(1, 240).optional().describe('With a raw body it comes from Content-Disposition'),
    mime: text(3, 100).optional().describe('What the bytes must be; they are looked at either way'),
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
      'To send it as `media: { file }`. Its type is told by its bytes: one the provider does not take, or another than `mime` says, is refused. Limits: image 5 MB, sticker 500 KB, audio, video and document 16 MB. The same bytes again are the same file. Besides JSON a raw body is taken, such as `curl --data-binary @photo.jpg -H "Content-Type: image/jpeg"`.',
    rest: 'POST /v1/files',
    status: 201,
    slow: true,
    upload: true,
    scope: 'send',
    input: createInput,
    output: file,
    errors: ['file:too_large', 'file:unsupported_type', 'file:fetch_failed', 'url:not_allowed'],
    example: { input: { content: btoa(exampleText), filename: 'hours.txt' }, output: exampleFile },
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
    description: 'Its bytes, always as an attachment.',
    rest: 'GET /v1/files/{id}/download',
    scope: 'read',
    slow: true,
    download: true,
    input: z.object({ id: idOf('file') }),
    output: z.object({ filename: z.string(), mime: z.string(), content: z.string().describe('base64') }),
    errors: ['file:not_found'],
    example: {
      input: { id },
      output: { filename: 'hours.txt', mime: 'text/plain', content: btoa(exampleText) },
    },
  }),
  remove: mutation({
    summary: 'Delete a file',
    description: 'Its bytes are gone for good. A message that waits to send it fails; those that were sent keep it.',
    rest: 'DELETE /v1/files/{id}',
    scope: 'send',
    input: z.object({ id: idOf('file') }),
    output: z.object({ id: idOf('file'), deleted: z.literal(true) }),
    errors: ['file:not_found'],
    example: { input: { id }, output: { id, deleted: true } },
  }),
}
