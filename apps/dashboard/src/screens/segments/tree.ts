import type { ContactFilter } from '@posthorn/sdk'
import { linesOf } from '../../words/words.ts'

const questions = ['is', 'in', 'contains', 'startsWith', 'before', 'after', 'withinDays', 'exists'] as const

/** The name of a comparison in a filter. */
export type Question = (typeof questions)[number]

export type Subject = 'tag' | 'field' | NonNullable<ContactFilter['attribute']>

/** Form values of a condition. All of them are strings; multiple values are on separate lines. */
export type Condition = {
  kind: 'condition'
  isNot: boolean
  subject: Subject
  /** The tag, or the custom field's name; empty for attributes. */
  name: string
  question: Question
  value: string
}

export type Group = { kind: 'group'; isNot: boolean; join: 'all' | 'any'; nodes: Node[] }

export type Node = Condition | Group

const times: readonly string[] = ['createdAt', 'updatedAt', 'lastMessageAt', 'optedOutAt']
const flags: readonly string[] = ['blocked', 'optedOut', 'hasReplied', 'hasChat']

export const subjects = [
  'tag',
  'field',
  'country',
  'language',
  'name',
  'firstName',
  'lastName',
  'email',
  'company',
  'phone',
  'source',
  'lastMessageAt',
  'createdAt',
  'updatedAt',
  'optedOutAt',
  'hasReplied',
  'hasChat',
  'optedOut',
  'blocked',
] as const satisfies readonly Subject[]

/** Returns the comparisons for a subject; none for a tag, which a contact has or lacks. */
export function questionsOf(subject: Subject): readonly Question[] {
  if (subject === 'tag') return []
  if (flags.includes(subject)) return ['is']
  return times.includes(subject)
    ? ['withinDays', 'before', 'after', 'exists']
    : ['is', 'in', 'contains', 'startsWith', 'exists']
}

/** Returns the kind of field that a condition's value needs. */
export function fieldOf({ subject, question }: Pick<Condition, 'subject' | 'question'>) {
  if (subject === 'tag') return 'none'
  if (question === 'exists' || flags.includes(subject)) return 'yesNo'
  if (question === 'before' || question === 'after') return 'time'
  if (question === 'withinDays') return 'days'
  if (question === 'in') return 'lines'
  return subject === 'country' ? 'country' : 'text'
}

/** Returns a condition for this subject, with the first comparison and its usual value. */
export function newCondition(subject: Subject): Condition {
  const [question = 'exists'] = questionsOf(subject)
  return { kind: 'condition', isNot: false, subject, name: '', question, value: usualValue({ subject, question }) }
}

/** Returns the value that a condition starts with. Most have none. */
export function usualValue(condition: Pick<Condition, 'subject' | 'question'>): string {
  const field = fieldOf(condition)
  if (field === 'yesNo') return 'true'
  return field === 'days' ? '30' : ''
}

const isGroup = (filter: ContactFilter) => filter.all !== undefined || filter.any !== undefined

/** Converts a filter to a tree. Its root is a group that isn't negated, because the form has no checkbox to negate the root. */
export function treeOf(filter: ContactFilter): Group {
  const node = nodeOf(filter)
  if (node.kind === 'group' && !node.isNot) return node
  return { kind: 'group', isNot: false, join: 'all', nodes: [node] }
}

/** Converts a filter to a condition or group. In the form, `not` is a property of both. */
function nodeOf(filter: ContactFilter): Node {
  if (filter.not !== undefined) return negated(nodeOf(filter.not))
  if (!isGroup(filter)) return conditionOf(filter)
  const join = filter.any === undefined ? 'all' : 'any'
  return { kind: 'group', isNot: false, join, nodes: (filter[join] ?? []).map(nodeOf) }
}

/** Negates a node. If it is negated already, puts it into a group, because a node can be negated only once. */
function negated(node: Node): Node {
  if (!node.isNot) return { ...node, isNot: true }
  return { kind: 'group', isNot: true, join: 'all', nodes: [node] }
}

/** Converts a filter without groups. Several values become lines. */
function conditionOf(filter: ContactFilter): Condition {
  const subject: Subject = filter.attribute ?? (filter.field === undefined ? 'tag' : 'field')
  const question = questions.find((name) => filter[name] !== undefined) ?? 'exists'
  const found = filter[question]
  const value = Array.isArray(found) ? found.join('\n') : String(found ?? '')
  return { kind: 'condition', isNot: false, subject, name: filter.tag ?? filter.field ?? '', question, value }
}

/** Converts a tree to a filter; undefined while it is incomplete. */
export function filterOf(node: Node): ContactFilter | undefined {
  const plain = node.kind === 'group' ? groupFilter(node) : conditionFilter(node)
  if (plain === undefined) return undefined
  return node.isNot ? { not: plain } : plain
}

/** Converts a group; undefined if it is empty or a condition in it is incomplete. */
function groupFilter({ join, nodes }: Group): ContactFilter | undefined {
  const filters = nodes.map(filterOf)
  if (filters.length === 0 || filters.includes(undefined)) return undefined
  const known = filters as ContactFilter[]
  return join === 'all' ? { all: known } : { any: known }
}

/** Converts a condition; undefined while its name or value is missing. */
function conditionFilter(condition: Condition): ContactFilter | undefined {
  const { subject, question } = condition
  const name = condition.name.trim()
  if (subject === 'tag') return name === '' ? undefined : { tag: name }
  const value = valueOf(condition)
  if (value === undefined || (subject === 'field' && name === '')) return undefined
  return { ...(subject === 'field' ? { field: name } : { attribute: subject }), [question]: value }
}

/** Returns a condition's value with the type that the API expects; undefined while it is missing or invalid. */
function valueOf(condition: Condition): string | string[] | number | boolean | undefined {
  const value = condition.value.trim()
  const field = fieldOf(condition)
  if (field === 'yesNo') return value !== 'false'
  if (value === '') return undefined
  if (field === 'days') return /^[1-9]\d{0,3}$/.test(value) ? Number(value) : undefined
  return field === 'lines' ? linesOf(value) : value
}

/** Converts the text of a date-time field; undefined if it is no time, such as one whose year has five digits. */
export function timeOf(text: string): string | undefined {
  if (text === '') return ''
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString()
}
