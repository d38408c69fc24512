import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import type { ErrorCode } from '../errors.ts'
import { providerBounds as bounds, templateLanguageForm, templateNameForm } from '../provider-rules/index.ts'
import { besideOtherFaults, idOf, jsonObject, named, pageOf, paging, phone, text, visibleText } from '../schemas.ts'
import { exampleNumberId, providerErrors } from './number.ts'

/** A template of a number's business account. */
export const template = named(
  'Template',
  z.object({
    id: z.string().describe("The provider's id for the template"),
    name: z.string().describe('Name of the template, unique in the business account'),
    language: z.string().describe('Language of the template, such as en_US'),
    category: z.string().describe('MARKETING, UTILITY or AUTHENTICATION'),
    status: z
      .string()
      .describe('Only APPROVED templates can be sent; others are PENDING, REJECTED, PAUSED or DISABLED'),
    rejectedReason: z.string().nullable().describe("The provider's reason for a rejection; null: none"),
    quality: z.string().nullable().describe('GREEN, YELLOW, RED or UNKNOWN'),
    body: z.string().nullable().describe('Text of the body, with its variables; null: none'),
    variables: z.array(z.string()).describe('Variables of the body, in order: 1, 2 … or names'),
    components: z.array(jsonObject).describe('All components, as stored by the provider'),
  }),
)

export const templateChange = named(
  'TemplateUpdatedData',
  z.object({
    number: idOf('num').describe('The number whose callback reported it'),
    template: z.string().describe("The provider's id"),
    name: z.string().describe('Name of the template'),
    language: z.string().describe('Language of the template'),
    change: z.enum(['status', 'quality', 'category', 'components']).describe('Kind of the change'),
    status: z.string().nullable().describe('New status, such as APPROVED or REJECTED'),
    reason: z.string().nullable().describe("The provider's reason, such as INVALID_FORMAT"),
    title: z.string().nullable().describe("The provider's title for the reason, such as FIRST_PAUSE"),
    explanation: z.string().nullable().describe("The provider's explanation of the reason"),
    recommendation: z.string().nullable().describe('The change that the provider suggests'),
    disabledAt: z.string().nullable().describe('Time or date when the template is or was disabled'),
    quality: z.string().nullable().describe('New quality: GREEN, YELLOW, RED or UNKNOWN'),
    category: z.string().nullable().describe('New category, such as MARKETING'),
    previous: z.string().nullable().describe('Quality or category before the change'),
    effectiveAt: z.string().nullable().describe('Time when an announced category takes effect'),
    components: z
      .object({
        title: z.string().nullable().describe('Text of the header'),
        body: z.string().nullable().describe('Text of the body'),
        footer: z.string().nullable().describe('Text of the footer'),
        buttons: z.array(jsonObject).describe("Buttons in the provider's format"),
      })
      .nullable()
      .describe('The new content'),
  }),
)

export const templateName = z
  .string()
  .regex(templateNameForm, 'must be 1–512 lowercase letters, digits and underscores')
  .meta({ example: 'parcel_on_its_way' })

const button = z
  .object({
    text: visibleText(bounds.templateButtonText.max).describe('Text of the button'),
    url: z
      .url({ protocol: /^https?$/ })
      .max(2000)
      .optional()
      .describe('URL to open'),
    phone: phone.optional().describe('Phone number that the button calls'),
  })
  .strict()
  .refine(({ url, phone }) => url === undefined || phone === undefined, { message: 'send url or phone, not both' })

/** Returns the variables in a text, without duplicates, in order of appearance. */
export const listVariables = (body: string): string[] => [
  ...new Set([...body.matchAll(/\{\{\s*([a-z0-9_]+)\s*\}\}/g)].map(([, name = '']) => name)),
]

/** MIME types of sample files for a template's header, and their maximum size in bytes. */
export const sampleMimes = ['image/jpeg', 'image/png', 'video/mp4', 'application/pdf'] as const
const sampleBytesMax = 16 * 1024 * 1024

const header = z.union([
  visibleText(bounds.templateHeader.max),
  z
    .object({
      media: z
        .object({ file: idOf('file') })
        .strict()
        .describe('Stored file to use as the sample'),
    })
    .strict()
    .describe('Sample for the header’s media'),
])

const templateFields = z
  .object({
    id: idOf('num'),
    name: templateName.describe('Name of the template: lowercase letters, digits and underscores'),
    language: z
      .string()
      .regex(templateLanguageForm, 'must be a language such as en or en_US')
      .describe('Language of the template, such as en or en_US'),
    category: z.enum(['MARKETING', 'UTILITY']).describe("Purpose, which determines the price and the provider's rules"),
    header: header
      .optional()
      .describe(
        'Text without variables, or a stored image, video or document as the sample; each message specifies its file',
      ),
    body: visibleText(bounds.templateBody.max).describe(
      'Text with variables by position, `{{1}}`, or by name, `{{first_name}}`',
    ),
    samples: z
      .record(text(1, 60), text(1, 200))
      .optional()
      .describe('Sample value for each variable, by name or position; required by the provider'),
    footer: visibleText(bounds.templateFooter.max).optional().describe('Line below the body'),
    buttons: z
      .array(button)
      .min(1)
      .max(bounds.templateButtons.max)
      .optional()
      .describe('A quick reply unless `url` or `phone` is given'),
  })
  .superRefine(({ header, body, samples, buttons }, ctx) => {
    const refuse = (path: (string | number)[], message: string) => ctx.addIssue({ code: 'custom', path, message })
    const sampleless = 'cannot have a variable; create such a template in WhatsApp Manager'
    if (typeof header === 'string' && listVariables(header).length > 0) refuse(['header'], sampleless)
    for (const [i, each] of (Array.isArray(buttons) ? buttons : []).entries())
      if (typeof each?.url === 'string' && listVariables(each.url).length > 0) refuse(['buttons', i, 'url'], sampleless)
    if (typeof body !== 'string' || samples === null) return
    const wanted = listVariables(body)
    const byPosition = wanted.filter((name) => /^\d+$/.test(name))
    if (byPosition.length > 0 && !wanted.every((name, i) => name === String(i + 1)))
      refuse(['body'], 'must have the variables 1, 2 and so on in order, or only named variables')
    for (const name of wanted)
      if (!Object.hasOwn(samples ?? {}, name)) refuse(['samples', name], 'is required: the body has this variable')
    for (const name of Object.keys(samples ?? {}))
      if (!wanted.includes(name)) refuse(['samples', name], 'is not a variable of the body')
  }, besideOtherFaults)

const exampleTemplate = {
  id: '1667192013751005',
  name: 'parcel_on_its_way',
  language: 'en_US',
  category: 'UTILITY',
  status: 'APPROVED',
  rejectedReason: null,
  quality: 'GREEN',
  body: 'Hello {{first_name}}, your parcel is on its way.',
  variables: ['first_name'],
  components: [
    {
      type: 'BODY',
      text: 'Hello {{first_name}}, your parcel is on its way.',
      example: { body_text_named_params: [{ param_name: 'first_name', example: 'Ada' }] },
    },
  ],
}

export const exampleTemplateChange = {
  number: exampleNumberId,
  template: exampleTemplate.id,
  name: exampleTemplate.name,
  language: exampleTemplate.language,
  change: 'status' as const,
  status: 'APPROVED',
}

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
    errors: [...errors],
    example: { input: { id: exampleNumberId }, output: { items: [exampleTemplate], next: null } },
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
    example: { input: { id: exampleNumberId, name }, output: { name, translations: [exampleTemplate] } },
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
      input: { id: exampleNumberId, name, language, category: 'UTILITY', body, samples: { first_name: 'Ada' } },
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
    example: { input: { id: exampleNumberId, name }, output: { name, deleted: true } },
  }),
}
