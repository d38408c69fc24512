import type { z } from 'zod'

type Issue = z.core.$ZodIssue

/** How the validator's own messages start. Any other message comes from the contract. */
const ofValidator = /^(Invalid|Too (small|big)|Unrecognized)\b/

const types: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

const formats: Readonly<Record<string, string>> = {
  email: 'an email address',
  url: 'a URL such as https://example.com/path',
  date: 'a date such as 2026-11-20',
  time: 'a time of day such as 08:30',
  datetime: 'a time such as 2026-11-20T08:30:00Z',
  base64: 'base64',
}

const units: Readonly<Record<string, string>> = { string: 'characters', array: 'items', set: 'items', map: 'entries' }

/** Returns the rule that an invalid field violates, as a phrase that follows its name. */
export function sentenceOf(issue: Issue): string {
  if (issue.code === 'invalid_key')
    return issue.issues[0] ? sentenceOf(issue.issues[0]) : 'has a name that is not allowed'
  if (issue.code === 'invalid_union') return sentenceOfUnion(issue)
  if (issue.code === 'custom' || !ofValidator.test(issue.message)) return issue.message
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${types[issue.expected] ?? issue.expected}`
    case 'too_small':
      return `must ${sizeOf(issue, 'at least', Number(issue.minimum))}`
    case 'too_big':
      return `must ${sizeOf(issue, 'at most', Number(issue.maximum))}`
    case 'invalid_format':
      return `must be ${formats[issue.format] ?? 'in the documented form'}`
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'invalid_value':
      return `must be ${listOf(issue.values)}`
    default:
      return 'is not valid; see the reference of this operation'
  }
}

function sizeOf(
  { origin, inclusive = true }: { origin: string; inclusive?: boolean | undefined },
  bound: 'at least' | 'at most',
  limit: number,
): string {
  const unit = units[origin]
  if (unit === undefined)
    return inclusive ? `be ${bound} ${limit}` : `be ${bound === 'at least' ? 'greater' : 'less'} than ${limit}`
  if (bound === 'at least' && limit === 1) return 'not be empty'
  return `have ${bound} ${limit} ${limit === 1 ? unit.replace(/s$/, '').replace(/ie$/, 'y') : unit}`
}

function listOf(values: readonly unknown[]): string {
  const texts = values.map((value) => (value === '' ? 'empty' : String(value)))
  return texts.length === 1 ? (texts[0] ?? '') : `one of ${texts.join(', ')}`
}

/** Picks the alternative that the value matches best: the one that fails deepest, otherwise one with a message from the contract. */
function sentenceOfUnion(issue: z.core.$ZodIssueInvalidUnion): string {
  if (!ofValidator.test(issue.message)) return issue.message
  const firsts = issue.errors.flatMap((issues) => issues[0] ?? [])
  const deepest = firsts.toSorted((a, b) => b.path.length - a.path.length)[0]
  const stated = firsts.find((each) => !ofValidator.test(each.message))
  if (firsts.length === 0) return 'is not valid; see the reference of this operation'
  const chosen = deepest && deepest.path.length > 0 ? deepest : stated
  if (!chosen)
    return `must be ${[...new Set(firsts.map((each) => sentenceOf(each).replace(/^must be /, '')))].join(', or ')}`
  const within = chosen.path.join('.')
  return within === '' ? sentenceOf(chosen) : `is not valid: ${within} ${sentenceOf(chosen)}`
}
