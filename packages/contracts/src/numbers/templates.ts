import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import type { ErrorCode } from '../errors.ts'
import { idOf } from '../ids.ts'
import { pageOf, paging } from '../primitives.ts'
import { exampleNumberId as id } from './number.ts'
import { providerErrors } from './sessions.ts'
import { exampleTemplate, sampleBytesMax, sampleMimes, template, templateFields, templateName } from './template.ts'

const errors: ErrorCode[] = [...providerErrors, 'capability:unsupported']
const { id: _id, status: _status, ...exampleFields } = exampleTemplate
const { name, language, body } = exampleFields

/** Message templates, which can be sent outside the 24-hour window. All numbers in a business account share them. */
export const templates = {
  list: query({
    summary: 'List templates',
    description:
      "Reads the templates of the number's business account from the provider. `template:updated` announces the provider's decisions.",
    rest: 'GET /v1/numbers/{id}/templates',
    slow: true,
    scope: 'read',
    limitedBy: 'number',
    list: true,
    input: z.object({
      id: idOf('num'),
      name: templateName.optional().describe('Only the template with this name'),
      language: z.string().min(2).max(10).optional().describe('Only templates in this language'),
      status: z
        .enum(['APPROVED', 'PENDING', 'REJECTED', 'PAUSED', 'DISABLED'])
        .optional()
        .describe('Only templates with this status'),
      size: z.int().min(1).max(50).default(25).describe('Items per page'),
      cursor: paging.cursor,
    }),
    output: pageOf(template),
    errors: [...errors, 'cursor:invalid'],
    example: { input: { id }, output: { items: [exampleTemplate], next: null } },
  }),
  get: query({
    summary: 'Show a template',
    description: 'Shows the template in each of its languages, as the provider has it now.',
    rest: 'GET /v1/numbers/{id}/templates/{name}',
    slow: true,
    scope: 'read',
    limitedBy: 'number',
    input: z.object({ id: idOf('num'), name: templateName.describe('Name of the template') }),
    output: z.object({
      name: z.string().describe('Name of the template'),
      translations: z.array(template).describe('The template in each of its languages'),
    }),
    errors: [...errors, 'template:not_found'],
    example: { input: { id, name }, output: { name, translations: [exampleTemplate] } },
  }),
  create: mutation({
    summary: 'Create a template',
    description:
      'The provider reviews the template within a day; `template:updated` announces the result, and an APPROVED template can be sent. The header can be media, such as `{ "media": { "file": "file_…" } }`: a stored JPEG, PNG, MP4 or PDF of at most 16 MB (the key also needs the `read` scope). Create authentication and catalog templates in WhatsApp Manager.',
    rest: 'POST /v1/numbers/{id}/templates',
    status: 201,
    slow: true,
    scope: 'manage',
    limitedBy: 'number',
    upload: {
      fields: templateFields,
      bytesMax: sampleBytesMax,
      fromFile: { field: 'header.media.file', mimes: sampleMimes },
      storedOnly: true,
    },
    input: templateFields,
    output: template,
    errors: [...errors, 'template:duplicate', 'file:not_found', 'file:too_large', 'file:unsupported_type'],
    example: {
      input: { id, name, language, category: 'UTILITY', body, samples: { first_name: 'Ada' } },
      output: { ...exampleTemplate, status: 'PENDING', quality: null },
    },
  }),
  remove: mutation({
    summary: 'Delete a template',
    description:
      'Deletes the template in all its languages. The provider still sends messages that it has accepted, and does not allow the name to be reused for 30 days.',
    rest: 'DELETE /v1/numbers/{id}/templates/{name}',
    slow: true,
    scope: 'manage',
    limitedBy: 'number',
    input: z.object({ id: idOf('num'), name: templateName.describe('Name of the template') }),
    output: z.object({
      name: z.string().describe('Name of the deleted template'),
      deleted: z.literal(true).describe('Always true'),
    }),
    errors: [...errors, 'template:not_found'],
    example: { input: { id, name }, output: { name, deleted: true } },
  }),
}
