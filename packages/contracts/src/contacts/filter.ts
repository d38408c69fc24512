import { z } from 'zod'
import { named, oneOrMany, optionalIdOf, phone, text, time, timeFilters } from '../schemas.ts'
import { attributeNames, fieldKey, fieldValue, tag } from './contact.ts'

const textAttributes = [...attributeNames, 'phone', 'source'] as const
const timeAttributes = ['createdAt', 'updatedAt', 'lastMessageAt', 'optedOutAt'] as const
const flagAttributes = ['blocked', 'optedOut', 'hasReplied', 'hasChat'] as const

/** Maximum nesting depth of a filter, and maximum number of conditions. */
const filterDepthMax = 8
const filterConditionsMax = 100

const subjects = ['all', 'any', 'not', 'attribute', 'tag', 'field'] as const
const questions = ['is', 'in', 'contains', 'startsWith', 'before', 'after', 'withinDays', 'exists'] as const
type Question = (typeof questions)[number]

const textQuestions: Question[] = ['is', 'in', 'contains', 'startsWith', 'exists']
const timeQuestions: Question[] = ['before', 'after', 'withinDays', 'exists']

/** A filter: a node that combines others, or a condition. */
export type ContactFilter = {
  all?: ContactFilter[] | undefined
  any?: ContactFilter[] | undefined
  not?: ContactFilter | undefined
  attribute?: (typeof textAttributes | typeof timeAttributes | typeof flagAttributes)[number] | undefined
  tag?: string | undefined
  field?: string | undefined
  is?: string | boolean | undefined
  in?: string[] | undefined
  contains?: string | undefined
  startsWith?: string | undefined
  before?: string | undefined
  after?: string | undefined
  withinDays?: number | undefined
  exists?: boolean | undefined
}

/** Returns the operators that a node may use, which depend on the type of what it compares. Nodes that combine others and tags use none. */
function questionsOf(node: ContactFilter): Question[] {
  if (node.field !== undefined) return textQuestions
  const { attribute } = node
  if (attribute === undefined) return []
  if ((textAttributes as readonly string[]).includes(attribute)) return textQuestions
  return (timeAttributes as readonly string[]).includes(attribute) ? timeQuestions : ['is']
}

const isFlag = (attribute: string | undefined): boolean =>
  (flagAttributes as readonly (string | undefined)[]).includes(attribute)

/** Returns the problem with this node, or null. Its child nodes are checked separately. */
function refusalOf(node: ContactFilter): { path: string[]; message: string } | null {
  const subjectsGiven = subjects.filter((name) => node[name] !== undefined)
  const questionsGiven = questions.filter((name) => node[name] !== undefined)
  if (subjectsGiven.length !== 1) return { path: [], message: `must have exactly one of ${subjects.join(', ')}` }
  const allowed = questionsOf(node)
  const stray = questionsGiven.find((name) => !allowed.includes(name))
  if (stray) return { path: [stray], message: `is not allowed with ${subjectsGiven[0]}; ${hintOf(allowed)}` }
  if (allowed.length > 0 && questionsGiven.length !== 1) return { path: [], message: hintOf(allowed) }
  if (node.is !== undefined && typeof node.is !== (isFlag(node.attribute) ? 'boolean' : 'string')) {
    return { path: ['is'], message: isFlag(node.attribute) ? 'must be true or false here' : 'must be a string here' }
  }
  return null
}

/** Returns the part of a refusal that says which operators fit. */
const hintOf = (allowed: Question[]): string =>
  allowed.length === 0 ? 'use it alone' : `needs exactly one of ${allowed.join(', ')}`

/** Returns a tree's depth and its number of conditions, which are limited. */
function measure(node: ContactFilter): { depth: number; conditions: number } {
  const below = [...(node.all ?? []), ...(node.any ?? []), ...(node.not ? [node.not] : [])].map(measure)
  if (below.length === 0) return { depth: 1, conditions: 1 }
  return {
    depth: 1 + Math.max(...below.map(({ depth }) => depth)),
    conditions: below.reduce((sum, { conditions }) => sum + conditions, 0),
  }
}

const value = text(1, 300)

const node: z.ZodType<ContactFilter, ContactFilter> = named(
  'ContactFilter',
  z
    .strictObject({
      all: z
        .lazy(() => z.array(node).min(1).max(50))
        .optional()
        .describe('All of these conditions hold'),
      any: z
        .lazy(() => z.array(node).min(1).max(50))
        .optional()
        .describe('At least one of these conditions holds'),
      not: z
        .lazy(() => node)
        .optional()
        .describe('This condition does not hold'),
      attribute: z
        .enum([...textAttributes, ...timeAttributes, ...flagAttributes])
        .optional()
        .describe('Attribute to compare'),
      tag: tag.optional(),
      field: fieldKey.optional().describe('Custom field to compare'),
      is: z.union([value, z.boolean()]).optional().describe('Equal to this value'),
      in: z.array(value).min(1).max(200).optional().describe('Equal to one of these values'),
      contains: value.optional().describe('Contains this text, ignoring case'),
      startsWith: value.optional().describe('Begins with this text, ignoring case'),
      before: time.optional().describe('Earlier than this time'),
      after: time.optional().describe('Later than this time'),
      withinDays: z.int().min(1).max(3650).optional().describe('Within this many days before now'),
      exists: z.boolean().optional().describe('True: has a value; false: has none'),
    })
    .superRefine((given, ctx) => {
      const refusal = refusalOf(given)
      if (refusal) ctx.addIssue({ code: 'custom', ...refusal })
    })
    .meta({
      id: 'ContactFilter',
      description:
        'A tree: `{ all: [...] }`, `{ any: [...] }` and `{ not: {...} }` join conditions. A condition is `{ tag }`, or an `attribute` or a custom `field` with one operator: text values support `is`, `in`, `contains`, `startsWith` and `exists`; times support `before`, `after`, `withinDays` and `exists`; `blocked`, `optedOut`, `hasReplied` and `hasChat` support `is`. At most 8 levels and 100 conditions',
    }),
)

/**
 * A filter for contacts: a tree of `all`, `any` and `not` over conditions. A condition consists of an operator and either an `attribute`, a
 * custom `field` or a `tag`.
 */
export const contactFilter = node.superRefine((tree, ctx) => {
  const { depth, conditions } = measure(tree)
  if (depth > filterDepthMax) {
    ctx.addIssue({ code: 'custom', message: `must not be nested deeper than ${filterDepthMax} levels` })
  }
  if (conditions > filterConditionsMax) {
    ctx.addIssue({ code: 'custom', message: `must not have more than ${filterConditionsMax} conditions` })
  }
})

export const contactFilters = {
  search: text(1, 200)
    .optional()
    .describe(
      'Start of a word in a name, or a similar spelling if none match, or start of a phone number or email address',
    ),
  phone: phone.optional().describe('Only the contact with this phone number'),
  tag: oneOrMany(tag).describe('Contacts with all of these tags'),
  tagExclude: oneOrMany(tag).describe('Contacts with none of these tags'),
  field: z.record(fieldKey, fieldValue).optional().describe('Value of a custom field: `field[plan]=gold`'),
  country: oneOrMany(z.string().regex(/^[A-Z]{2}$/, 'must be a country code such as DE')).describe(
    'Only contacts in these countries, ISO 3166-1 alpha-2',
  ),
  blocked: z.boolean().optional().describe('True: only blocked contacts; false: only contacts not blocked'),
  optedOut: z
    .boolean()
    .optional()
    .describe('True: only contacts who have opted out; false: only contacts who have not'),
  hasReplied: z.boolean().optional().describe('True: contacts who have sent a message; false: contacts who never have'),
  hasChat: z
    .boolean()
    .optional()
    .describe('True: contacts with a chat, started by either side; false: contacts without one'),
  segment: optionalIdOf('seg').describe('Contacts that match this segment now'),
  ...timeFilters,
}

const columns = ['createdAt', 'updatedAt', 'lastMessageAt', 'name'] as const

export const contactSort = z
  .enum(columns.flatMap((column) => [`${column}:asc` as const, `${column}:desc` as const]))
  .default('createdAt:desc')
  .describe('Sort order of the list')
