import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import type { ErrorCode } from '../errors.ts'
import { idOf } from '../ids.ts'
import { pageOf, paging } from '../primitives.ts'
import { exampleNumberId as id } from './number.ts'
import { providerErrors } from './sessions.ts'
import { exampleTemplate, sampleBytesMax, sampleMimes, template, templateInput, templateName } from './template.ts'

const errors: ErrorCode[] = [...providerErrors, 'capability:unsupported']
const { id: _id, status: _status, ...exampleFields } = exampleTemplate
const { name, language, body } = exampleFields

/** Message templates: what may be sent outside the 24 h window. They belong to the business account, so its numbers share them. */
export const templates = {
  list: query({
    summary: 'List templates',
    description:
      'Those of the business account of the number, read from the provider now. `template:updated` tells when the provider has judged one.',
    rest: 'GET /v1/numbers/{id}/templates',
    slow: true,
    scope: 'read',
    list: true,
    input: z.object({
      id: idOf('num'),
      name: templateName.optional(),
      language: z.string().min(2).max(10).optional(),
      status: z.enum(['APPROVED', 'PENDING', 'REJECTED', 'PAUSED', 'DISABLED']).optional(),
      size: z.int().min(1).max(50).default(25).describe('Items per page'),
      cursor: paging.cursor,
    }),
    output: pageOf(template),
    errors: [...errors, 'cursor:invalid'],
    example: { input: { id }, output: { items: [exampleTemplate], next: null } },
  }),
  create: mutation({
    summary: 'Create a template',
    description:
      'Hands it to the provider, who judges it: minutes to a day later `template:updated` tells, and it can be sent once it is APPROVED. One name may have several languages. Its header may be media, such as `{ "media": { "file": "file_…" } }`: a kept JPEG, PNG, MP4 or PDF of at most 16 MB goes to the provider as a sample, for keys that may read too. Authentication and catalogue templates are made at the provider.',
    rest: 'POST /v1/numbers/{id}/templates',
    status: 201,
    slow: true,
    scope: 'manage',
    upload: {
      fields: templateInput,
      bytesMax: sampleBytesMax,
      fromFile: { field: 'header.media.file', mimes: sampleMimes },
      storedOnly: true,
    },
    input: templateInput,
    output: template,
    errors: [...errors, 'template:duplicate', 'file:not_found', 'file:too_large', 'file:unsupported_type'],
    example: {
      input: { id, name, language, category: 'UTILITY', body, samples: { first_name: 'Ada' } },
      output: { ...exampleTemplate, status: 'PENDING', quality: null },
    },
  }),
  delete: mutation({
    summary: 'Delete a template',
    description:
      'In all its languages. The provider still sends what was handed to it, and keeps the name from being used again for 30 days.',
    rest: 'DELETE /v1/numbers/{id}/templates/{name}',
    slow: true,
    scope: 'manage',
    input: z.object({ id: idOf('num'), name: templateName }),
    output: z.object({ name: z.string(), languages: z.array(z.string()).describe('Those it was deleted in') }),
    errors: [...errors, 'template:not_found'],
    example: { input: { id, name }, output: { name, languages: [language] } },
  }),
}
