import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { keptError } from '../fault.ts'
import { fieldKeyPattern } from '../placeholders/index.ts'
import {
  besideOtherFaults,
  idOf,
  listOf,
  named,
  optionalIdOf,
  pageOf,
  paging,
  requireOne,
  streamed,
  text,
  time,
} from '../schemas.ts'
import { attributeNames, exampleContact, fromAttributes, tag } from './contact.ts'

/** Attributes to which a column can be mapped, in addition to `fields.<name>` and `ignore`. */
export const importTargets = ['phone', 'userId', ...attributeNames, 'tags', 'optedOutAt', 'blocked'] as const

const target = z
  .string()
  .regex(
    new RegExp(`^(ignore|${importTargets.join('|')}|fields\\.${fieldKeyPattern})$`),
    `must be one of ignore, ${importTargets.join(', ')} or fields.<name>`,
  )

const cell = text(0, 1000).nullable()

const row = named(
  'ImportRow',
  z.strictObject({
    phone: cell.optional().describe('Phone number in any common format'),
    userId: cell.optional().describe('Provider user id; enough if the phone number is hidden'),
    ...fromAttributes(({ meaning }) => cell.optional().describe(meaning)),
    tags: z.array(text(1, 50)).max(100).optional().describe('Tags of the contact'),
    optedOutAt: time.nullable().optional().describe('Time of an opt-out; opts the contact out'),
    blocked: z.boolean().nullable().optional().describe('True to block the contact'),
    fields: z.record(z.string().max(100), cell).optional().describe('Custom fields by name'),
  }),
)

const onDuplicate = z.enum(['skip', 'update', 'error']).describe('What to do if the phone number is known')
const count = z.int().min(0)

/** An import: its settings, progress and result. */
export const contactImport = named(
  'ContactImport',
  z.object({
    id: idOf('imp'),
    status: z.enum(['fetching', 'running', 'finished', 'failed']).describe('Status of the import'),
    dryRun: z.boolean().describe('True when nothing was changed'),
    onDuplicate,
    tags: z.array(z.string()).describe('Tags that every contact in the import gets'),
    mapping: z.record(z.string(), z.string()).nullable().describe('Target of each column in use; null until known'),
    counts: z
      .object({
        rows: count.describe('Rows processed'),
        created: count.describe('New contacts'),
        updated: count.describe('Changed contacts'),
        skipped: count.describe('Rows skipped because their phone number is known'),
        failed: count.describe('Rows with errors'),
      })
      .describe('Rows by outcome'),
    progress: z.number().min(0).max(1).describe('Share of rows processed, 0–1'),
    error: keptError.nullable().describe('Reason for a failure; null: none'),
    createdAt: time,
    completedAt: time.nullable().describe('Time when the import ended; null: still running'),
  }),
)

const id = 'imp_01k5v2s8xgf9hb3m4q7r8t9w0y'

export const exampleImport = {
  id,
  status: 'finished' as const,
  dryRun: false,
  onDuplicate: 'update' as const,
  tags: ['fair'],
  mapping: { Telefon: 'phone', Name: 'name', Tarif: 'fields.plan', Notiz: 'ignore' },
  counts: { rows: 3, created: 1, updated: 1, skipped: 0, failed: 1 },
  progress: 1,
  error: null,
  createdAt: exampleContact.createdAt,
  completedAt: exampleContact.createdAt,
}

const csv = 'Telefon;Name;Tarif\n+49 151 12345678;Ada Lovelace;gold\n'
const sources = ['csv', 'contacts', 'url', 'file'] as const

export const importBytesMax = 64 * 1024 * 1024

const mapping = named(
  'ImportMapping',
  z
    .record(z.string().min(1).max(200), target)
    .describe('Target of each column: phone, an attribute, tags, `fields.<name>` or ignore'),
)

const settings = {
  mapping: mapping.optional(),
  dryRun: z.boolean().default(false).describe('True to change nothing and return the counts'),
  onDuplicate: onDuplicate.default('skip').describe('What to do if the phone number is known'),
  tags: z.array(tag).max(20).default([]).describe('Added to every contact'),
}

export const importOperations = {
  create: mutation({
    summary: 'Import contacts',
    description:
      'Send a form with a single `file` part (`curl -F file=@contacts.csv -F onDuplicate=update`), a raw body of up to 64 MiB, or JSON of up to 1 MiB with `csv`, `contacts`, `url` or `file` (the key also needs the `read` scope). `import:finished` announces the end. Delimiters, encodings and columns are detected; unknown columns are ignored. With `onDuplicate: update`, a row replaces the attributes that it has and adds its tags and custom fields. `optedOutAt` and `blocked` opt out or block a contact, never the reverse.',
    rest: 'POST /v1/imports',
    rule: 'Exactly one of `csv`, `contacts`, `url` and `file` is the source.',
    bulk: true,
    status: 202,
    slow: true,
    upload: { fields: z.object(settings).strict(), bytesMax: importBytesMax, fromFile: { field: 'file' } },
    scope: 'manage',
    limitedBy: 'workspace',
    input: z
      .object({
        csv: z.string().min(1).max(1_048_576).optional().describe('Text of a CSV file'),
        contacts: z.array(row).min(1).max(10_000).optional().describe('Contacts as objects, instead of a file'),
        url: z.url().max(2048).optional().describe('URL to fetch a file from, once'),
        file: optionalIdOf('file').describe('Id of a stored file'),
        ...settings,
      })
      .superRefine((input, ctx) => {
        if (input.contacts !== undefined && input.mapping !== undefined) {
          ctx.addIssue({ code: 'custom', path: ['mapping'], message: 'is allowed only with a file, not with contacts' })
        }
        requireOne(sources, input, ctx)
      }, besideOtherFaults),
    output: contactImport,
    errors: ['import:no_phone', 'import:no_column', 'url:not_allowed', 'file:not_found', 'file:too_large'],
    example: {
      input: { csv, mapping: { Tarif: 'fields.plan' }, onDuplicate: 'update', tags: ['fair'] },
      output: {
        ...exampleImport,
        status: 'running',
        mapping: { Telefon: 'phone', Name: 'name', Tarif: 'fields.plan' },
        counts: { rows: 0, created: 0, updated: 0, skipped: 0, failed: 0 },
        progress: 0,
        completedAt: null,
      },
    },
  }),
  list: query({
    summary: 'List imports',
    description: 'Newest first.',
    rest: 'GET /v1/imports',
    scope: 'read',
    limitedBy: 'workspace',
    input: z.object(listOf(contactImport)),
    output: pageOf(contactImport),
    example: { input: {}, output: { items: [exampleImport], next: null } },
  }),
  get: query({
    summary: 'Show an import',
    description: 'Returns status, counts and `progress` from 0 to 1.',
    rest: 'GET /v1/imports/{id}',
    scope: 'read',
    limitedBy: 'workspace',
    input: z.object({ id: idOf('imp') }),
    output: contactImport,
    errors: ['import:not_found'],
    example: { input: { id }, output: exampleImport },
  }),
  errors: query({
    summary: 'List the rows of an import that have errors',
    description:
      'In row order; the first 10,000 errors are stored. A row with an error is not imported. `GET …/errors/export` returns these rows as a file.',
    rest: 'GET /v1/imports/{id}/errors',
    scope: 'read',
    limitedBy: 'workspace',
    input: z.object({ id: idOf('imp'), ...paging }),
    output: pageOf(
      z.object({
        row: z.int().describe('Row number, starting at 1, not counting the header'),
        line: z.int().nullable().describe('Line of the file where the row begins; the header is line 1; null for JSON'),
        column: z.string().describe('Name of the column'),
        errorCode: z.string().describe('Code of the error'),
        message: z.string().describe('What is wrong with the cell'),
        value: z.string().nullable().describe('Value of the cell, at most 300 characters'),
      }),
    ),
    errors: ['import:not_found'],
    example: {
      input: { id },
      output: {
        items: [
          {
            row: 3,
            line: 4,
            column: 'Telefon',
            errorCode: 'phone:invalid',
            message: 'is not a phone number. Use the international format, such as `+4915112345678`.',
            value: '12',
          },
        ],
        next: null,
      },
    },
  }),
  exportErrors: query({
    summary: 'Export the rows of an import that have errors',
    description:
      'One CSV file with the columns of the import and `import.row`, `import.line` and `import.faults`, to correct and import again. The first 10,000 errors are stored. Cells are empty in rows longer than 16,384 characters and where a person was erased.',
    rest: 'GET /v1/imports/{id}/errors/export',
    bulk: true,
    scope: 'read',
    limitedBy: 'workspace',
    stream: 'text/csv',
    input: z.object({
      id: idOf('imp'),
      cursor: z.string().max(1_024).optional().describe('Internal position within one download; leave it out'),
    }),
    output: streamed,
    errors: ['import:not_found', 'cursor:invalid'],
    example: {
      input: { id },
      output: {
        chunk:
          'Telefon,Name,Tarif,import.row,import.line,import.faults\n12,Grace,gold,3,4,"Telefon: is not a phone number. Use the international format, such as `+4915112345678`."\n',
        next: null,
      },
    },
  }),
}
