import { z } from 'zod'

// Directives that Make's editor accepts and the app uses. Anything else is refused.

const expression = z.string().regex(/^\{\{.+\}\}$/)
const texts = z.record(z.string(), z.string())
const error = z.strictObject({ message: z.string().max(1024) })
const log = z.strictObject({ sanitize: z.array(z.string()) })
const output = z.union([expression, texts])
const method = z.union([z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']), expression])

const response = z.strictObject({
  valid: expression.optional(),
  error: error.optional(),
  iterate: z.string().max(512).optional(),
  output: output.optional(),
  data: texts.optional(),
  metadata: z.strictObject({ type: z.enum(['text', 'email']), value: z.string() }).optional(),
})

/** Request of a module, connection, webhook, or list. A request that changes something has a body. */
export const request = z
  .strictObject({
    url: z.string().min(1).max(512),
    method: method.optional(),
    headers: texts.optional(),
    qs: z.union([expression, texts]).optional(),
    body: z.unknown().optional(),
    type: z.enum(['json', 'text']).optional(),
    response: response.optional(),
    log: log.optional(),
  })
  .refine(({ method: verb = 'GET', body }) => verb === 'GET' || body !== undefined, 'needs a body')

export const base = z.strictObject({ baseUrl: expression, headers: texts, response, log })

export const reception = z.strictObject({ output: expression })

const option = z.strictObject({ label: z.string().min(1).max(256), value: z.string() })
const types = ['any', 'array', 'boolean', 'date', 'number', 'password', 'select', 'text', 'url'] as const

const item = z.strictObject({ type: z.enum(types) })
const parameter = z
  .strictObject({
    name: z.string().min(1).max(128),
    label: z.string().min(1).max(256),
    type: z.enum(types),
    help: z.string().min(1).optional(),
    required: z.literal(true).optional(),
    default: z.string().optional(),
    multiline: z.boolean().optional(),
    options: z.union([z.array(option), z.string().startsWith('rpc://')]).optional(),
    spec: z.union([item, z.array(item.extend({ name: z.string(), label: z.string() }))]).optional(),
  })
  .refine(({ type, options }) => (type === 'select') === (options !== undefined), 'only a select has options')
  .refine(({ type, spec }) => (type === 'array') === (spec !== undefined), 'only an array has a specification')

export const parameters = z.array(parameter)

const codeNames = /^(communication|params|mappableParams|samples|attach|detach)$/
const codeFiles = z.record(z.string().regex(codeNames), z.string())
const label = z.string().min(1)
const described = { label, description: z.string(), codeFiles }

const moduleEntry = z.discriminatedUnion('moduleType', [
  z.strictObject({ ...described, moduleType: z.literal('instant_trigger'), webhook: z.string() }),
  z.strictObject({
    ...described,
    moduleType: z.literal('action'),
    actionCrud: z.literal('create'),
    connection: z.string(),
  }),
  z.strictObject({ ...described, moduleType: z.literal('universal'), connection: z.string() }),
])

export const manifest = z.strictObject({
  fileVersion: z.literal(1),
  generalCodeFiles: z.strictObject({ base: z.string(), common: z.string(), groups: z.string(), readme: z.string() }),
  components: z.strictObject({
    connection: z.record(z.string(), z.strictObject({ label, connectionType: z.enum(['basic', 'oauth']), codeFiles })),
    webhook: z.record(
      z.string(),
      z.strictObject({ label, webhookType: z.enum(['web', 'web-shared']), connection: z.string(), codeFiles }),
    ),
    module: z.record(z.string(), moduleEntry),
    rpc: z.record(z.string(), z.strictObject({ label, connection: z.string(), codeFiles })),
    function: z.strictObject({}),
  }),
  origins: z.array(z.never()),
})
