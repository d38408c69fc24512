import type { z } from 'zod'
import { isErrorCode } from './errors.ts'
import { Fault, type FieldError, fieldProblem } from './fault.ts'

type Issue = z.core.$ZodIssue

/** Matches the start of the validator's own messages. Any other message comes from the contract. */
const ofValidator = /^(Invalid|Too (small|big)|Unrecognized)\b/

const types: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
}

const formats: Readonly<Record<string, string>> = {
  email: 'an email address',
  url: 'a URL such as https://example.com/path',
  date: 'a date such as 2026-11-20',
}

const units: Readonly<Record<string, string>> = { string: 'characters', array: 'items' }

/** Returns the rule that an invalid field violates, as a phrase that follows its name. */
function ruleOf(issue: Issue): string {
  if (issue.code === 'invalid_key') return issue.issues[0] ? ruleOf(issue.issues[0]) : 'has a name that is not allowed'
  if (issue.code === 'invalid_union') return ruleOfUnion(issue)
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
    case 'invalid_value':
      return `must be ${choicesOf(issue.values)}`
    default:
      return 'is not valid; see the reference for this operation'
  }
}

/** Returns the rule that a number, length or count violates, as a phrase after "must". */
function sizeOf(
  { origin, inclusive = true }: { origin: string; inclusive?: boolean | undefined },
  bound: 'at least' | 'at most',
  limit: number,
): string {
  const unit = units[origin]
  if (unit === undefined)
    return inclusive ? `be ${bound} ${limit}` : `be ${bound === 'at least' ? 'greater' : 'less'} than ${limit}`
  if (bound === 'at least' && limit === 1) return 'not be empty'
  return `have ${bound} ${limit} ${limit === 1 ? unit.replace(/s$/, '') : unit}`
}

/** Returns the allowed values as a phrase. */
function choicesOf(values: readonly unknown[]): string {
  const texts = values.map((value) => (value === '' ? 'empty' : String(value)))
  return texts.length === 1 ? (texts[0] ?? '') : `one of ${texts.join(', ')}`
}

/** Picks the alternative that the value matches best: the deepest fault, else one with a message from the contract. Else lists all. */
function ruleOfUnion(issue: z.core.$ZodIssueInvalidUnion): string {
  if (!ofValidator.test(issue.message)) return issue.message
  const firsts = issue.errors.flatMap((issues) => issues[0] ?? [])
  const deepest = firsts.toSorted((a, b) => b.path.length - a.path.length)[0]
  const stated = firsts.find((each) => !ofValidator.test(each.message))
  if (firsts.length === 0) return 'is not valid; see the reference for this operation'
  const chosen = deepest && deepest.path.length > 0 ? deepest : stated
  if (!chosen)
    return `must be ${[...new Set(firsts.map((each) => ruleOf(each).replace(/^must be /, '')))].join(', or ')}`
  const within = chosen.path.join('.')
  return within === '' ? ruleOf(chosen) : `is not valid: ${within} ${ruleOf(chosen)}`
}

/** Maximum number of invalid fields in a response. A body may have a hundred thousand. */
export const fieldErrorsMax = 100

/** Maximum number of invalid fields for which names are suggested. */
const suggestionsMax = 10

/** Maximum edit distance that counts as a typo: an absolute limit, and a share of the name's length. */
const nearestDistanceMax = 3
const nearestShareMax = 1 / 2

/** Names that other APIs use for these fields. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  phone: ['to', 'recipient', 'msisdn', 'phonenumber', 'phone_number', 'wa_id'],
  message: ['text', 'body', 'content', 'msg'],
  number: ['from', 'sender', 'phonenumberid', 'phone_number_id', 'device', 'deviceid', 'device_id'],
  chat: ['conversation'],
  size: ['limit', 'count', 'per_page', 'perpage', 'page_size', 'pagesize'],
  search: ['q', 'query'],
  deliverAt: ['sendat', 'send_at', 'scheduledat', 'scheduled_at', 'schedule'],
  url: ['callback', 'callbackurl', 'callback_url', 'endpoint'],
  events: ['event', 'topics', 'subscriptions'],
}

/** Returns how many letters must be added, removed or replaced to turn one name into the other (Levenshtein). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

/** Returns the names of an operation's fields, and of the fields inside them, such as `media.url`, which a caller may have meant by `url`. */
export function fieldNames(shape: Readonly<Record<string, z.ZodType>>): string[] {
  const inner = Object.entries(shape).flatMap(([name, field]) => innerNames(field).map((each) => `${name}.${each}`))
  return [...Object.keys(shape), ...inner]
}

/** Returns the names of the fields inside a field, one level deep. */
function innerNames(field: z.ZodType): string[] {
  const { innerType, shape = {} } = field.def as { innerType?: z.ZodType; shape?: object }
  return innerType ? innerNames(innerType) : Object.keys(shape)
}

const lettersOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/**
 * Returns the known name that a caller most likely meant, by meaning or spelling; undefined if none is close. A field inside another is
 * meant by its exact name, with or without the outer one.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const lower = name.slice(0, 64).toLowerCase()
  const synonym = known.find((each) => synonyms[each]?.includes(lower))
  if (synonym !== undefined) return synonym
  const letters = lettersOf(lower)
  const inner = known.filter((each) => each.includes('.'))
  const meant = inner.filter((each) => [each, each.split('.')[1] ?? ''].some((part) => lettersOf(part) === letters))
  if (meant.length === 1) return meant[0]
  const distanceMax = Math.min(nearestDistanceMax, Math.floor(lower.length * nearestShareMax))
  const ranked = known
    .filter((each) => !inner.includes(each) && Math.abs(each.length - lower.length) <= distanceMax)
    .map((each) => ({ name: each, distance: editDistance(lower, each.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  // An upload's form takes fewer fields than its operation, whose names are suggested.
  const best = ranked.find((each) => each.name !== name)
  return best && best.distance <= distanceMax ? best.name : undefined
}

/** Returns the problem that a field doesn't exist, with the name that the caller may have meant. */
function unknownField(path: string, known: readonly string[]): FieldError {
  const name = path.slice(path.lastIndexOf('.') + 1)
  const nearest = nearestName(name, known)
  return {
    path,
    code: 'field:unknown',
    message: nearest ? `is not a field here; did you mean ${nearest}?` : 'is not a field here; remove it',
  }
}

/** Returns whether the issue is that a required field is missing. The validator says so only for some types. */
function isAbsent(issue: Issue, given: unknown): boolean {
  if (issue.code === 'invalid_type' && /received undefined/.test(issue.message)) return true
  const isOfChoice = issue.code === 'invalid_value' || issue.code === 'invalid_union'
  if (!isOfChoice || issue.path.length === 0 || !ofValidator.test(issue.message)) return false
  return given !== undefined && valueAt(given, issue.path.map(String)) === undefined
}

/** Translates an issue of the validator into problems. `known`: names to suggest for unknown fields. */
function fieldErrorsOf(issue: Issue, { known, given }: Omit<Validated, 'errorsMax'>): FieldError[] {
  const path = issue.path.join('.')
  if (issue.code === 'unrecognized_keys') {
    return issue.keys
      .slice(0, fieldErrorsMax)
      .map((key, i) =>
        unknownField([...issue.path, key].join('.'), issue.path.length === 0 && i < suggestionsMax ? known : []),
      )
  }
  const code: unknown = issue.code === 'custom' ? issue.params?.['code'] : undefined
  const message = isAbsent(issue, given) ? 'is required' : ruleOf(issue)
  const problem = fieldProblem(path, message)
  return [typeof code === 'string' ? { ...problem, code } : problem]
}

/** Keeps only the first error of each field, because the others follow from it. */
function oncePerField(errors: FieldError[]): FieldError[] {
  const seen = new Set<string>()
  return errors.filter(({ path }) => {
    const isFirst = !seen.has(path)
    seen.add(path)
    return isFirst
  })
}

/** Fields whose values are never repeated in a response. */
const secretFields = new Set(
  'accessToken appSecret code current headers password pin secret secretHeader token verifyToken'.split(' '),
)
const shownCharsMax = 60

/** Returns the value at a path; undefined if there is none. Ignores inherited fields, which a path such as `constructor` would name. */
const valueAt = (input: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined,
    input,
  )

/** Returns a value as a problem repeats it: short texts and numbers in full. */
function shownValue(value: unknown): string | undefined {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value !== 'string') return value === undefined ? undefined : JSON.stringify(value)
  return value.length > shownCharsMax ? `${JSON.stringify(value.slice(0, shownCharsMax))}…` : JSON.stringify(value)
}

/** Adds the invalid value to a problem, unless it is a secret or the problem is that the field is present or missing. */
function withValue(error: FieldError, input: unknown): FieldError {
  const path = error.path.split('.')
  if (error.path === '' || error.code === 'field:missing' || error.code === 'field:unknown') return error
  if (path.some((name) => secretFields.has(name))) return error
  const value = valueAt(input, path)
  // That the value is a list or an object says something only if its type is wrong.
  if (typeof value === 'object' && value !== null && !error.message.startsWith('must be')) return error
  const shown = shownValue(value)
  const isSaid = typeof value === 'string' && value !== '' && error.message.includes(`\`${value}\``)
  return shown === undefined || isSaid ? error : { ...error, message: `${error.message} (got ${shown})` }
}

/** Returns an error about fields with their invalid values added, and any other error unchanged. */
export function withRefusedValues(fault: Fault, input: unknown): Fault {
  const isOfFields = (fault.status === 400 || fault.status === 422) && fault.errors.length > 0
  return isOfFields ? fault.withErrors(fault.errors.map((error) => withValue(error, input))) : fault
}

/** Input to a validation: the names of its fields, the caller's input, and the maximum number of problems to list. */
export type Validated = { known: readonly string[]; given: unknown; errorsMax?: number }

/**
 * Returns an error that lists the invalid fields, at most `errorsMax`, with their values. If all fields share one catalog code, the error has
 * that code (a single invalid phone number is `phone:invalid`), otherwise `request:invalid`.
 */
export function invalidRequest(
  error: { issues: readonly Issue[] },
  { known, given, errorsMax = fieldErrorsMax }: Validated,
): Fault {
  const all: FieldError[] = []
  for (const issue of error.issues) {
    if (all.length >= errorsMax) break
    // Suggest names only for the first unknown fields, because a suggestion takes as long as all other work on a field.
    all.push(...fieldErrorsOf(issue, { known: all.length < suggestionsMax ? known : [], given }))
  }
  const errors = oncePerField(all).slice(0, errorsMax)
  const code = errors[0]?.code
  const sharedCode =
    code !== undefined && isErrorCode(code) && errors.every((field) => field.code === code) ? code : 'request:invalid'
  return withRefusedValues(new Fault(sharedCode, { errors }), given)
}
