import type { FieldError } from '@posthorn/sdk'
import { language, say } from '../words/say.ts'

/** The API's validation rules, each with a translated sentence. The groups are the values of the sentence. */
const rules = [
  [/^is required\b|^must not be empty$/, 'fault.missing'],
  [/^must have at least (?<count>\d+) characters?$/, 'fault.charactersMin'],
  [/^must have at most (?<count>\d+) characters?$/, 'fault.charactersMax'],
  [/^must have at least (?<count>\d+) items?$/, 'fault.itemsMin'],
  [/^must have at most (?<count>\d+) items?$/, 'fault.itemsMax'],
  [/^must be at least (?<count>-?[\d.]+)$/, 'fault.min'],
  [/^must be at most (?<count>-?[\d.]+)$/, 'fault.max'],
  [/^must be (?:an integer|a number)$/, 'fault.number'],
  [/^must be an email address$/, 'fault.email'],
  [/^must be a URL such as (?<example>\S+)$/, 'fault.url'],
  [/^must be a time of day such as (?<example>\S+)$/, 'fault.time'],
  [/^must be one of (?<choices>.+)$/, 'fault.choice'],
] as const

/** Returns the error of a field, translated if the rule is known. */
export function faultOf({ code, message }: Pick<FieldError, 'code' | 'message'>): string {
  if (code === 'phone:invalid') return say('fault.phone')
  const problem = message.replace(/ \(got .*\)$/s, '')
  for (const [rule, key] of rules) {
    const found = rule.exec(problem)
    if (found) return say(key, numbersIn(found.groups))
  }
  const sentence = problem.charAt(0).toLocaleUpperCase(language()) + problem.slice(1)
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}

function numbersIn(groups: Readonly<Record<string, string>> = {}): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(groups).map(([name, text]) => [name, name === 'count' ? Number(text) : text]),
  )
}

/** Returns an error with the name of its field, for use away from the field. */
export function namedFaultOf(fault: FieldError): string {
  return fault.path === '' ? faultOf(fault) : `${fault.path}: ${faultOf(fault)}`
}
