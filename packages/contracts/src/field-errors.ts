import type { z } from 'zod'
import { Fault, type FieldError, isErrorCode } from './errors.ts'

type Issue = z.core.$ZodIssue

/** Faulty fields named in one answer; a body may hold a hundred thousand. */
const fieldErrorsMax = 100

/** Words closer than this many edits count as a slip of the pen. */
const nearestDistanceMax = 3

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

/** The known name a writer most likely meant, or undefined. */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((name) => ({ name, distance: editDistance(given.slice(0, 64).toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  const best = ranked[0]
  return best && best.distance <= nearestDistanceMax ? best.name : undefined
}

function unknownField(path: string, known: readonly string[]): FieldError {
  const name = path.slice(path.lastIndexOf('.') + 1)
  const nearest = nearestName(name, known)
  return {
    path,
    code: 'field:unknown',
    message: nearest ? `is not a field here; did you mean ${nearest}?` : 'is not a field here',
  }
}

/** What is wrong with the name of an entry, instead of that something is. */
function keyMessage(issue: z.core.$ZodIssueInvalidKey): string {
  return issue.issues[0]?.message ?? issue.message
}

function fieldErrorsOf(issue: Issue, known: readonly string[]): FieldError[] {
  const path = issue.path.join('.')
  if (issue.code === 'unrecognized_keys') {
    return issue.keys
      .slice(0, fieldErrorsMax)
      .map((key) => unknownField([...issue.path, key].join('.'), issue.path.length === 0 ? known : []))
  }
  const code: unknown = issue.code === 'custom' ? issue.params?.['code'] : undefined
  const missing = issue.code === 'invalid_type' && /received undefined/.test(issue.message)
  return [
    {
      path,
      code: typeof code === 'string' ? code : missing ? 'field:missing' : 'field:invalid',
      message: missing ? 'is required' : issue.code === 'invalid_key' ? keyMessage(issue) : issue.message,
    },
  ]
}

/**
 * The refusal that names every faulty field at once. Its `errorCode` is the sharper one of the fields when they all agree on a code of
 * the catalogue (a single faulty phone is `phone:invalid`), else `request:invalid`.
 */
export function invalidRequest(error: { issues: readonly Issue[] }, known: readonly string[]): Fault {
  const errors = error.issues
    .slice(0, fieldErrorsMax)
    .flatMap((issue) => fieldErrorsOf(issue, known))
    .slice(0, fieldErrorsMax)
  const code = errors[0]?.code
  const sharp =
    code !== undefined && isErrorCode(code) && errors.every((field) => field.code === code) ? code : 'request:invalid'
  return new Fault(sharp, { errors })
}
