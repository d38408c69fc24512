import { likeText } from '@posthorn/chassis'
import { type ContactFilter, fromAttributes } from '@posthorn/contracts'
import { columnOf } from '../contacts/attribute-columns.ts'
import { hasChat } from '../contacts/chats.sql.ts'
import type { Binder, Condition } from '../contacts/select.sql.ts'

const columns: Record<string, string> = {
  ...fromAttributes((_, name) => columnOf(name)),
  phone: 'phone',
  source: 'source',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  lastMessageAt: 'last_message_at',
  optedOutAt: 'opted_out_at',
}
const flags: Record<string, string> = {
  blocked: 'blocked',
  optedOut: 'opted_out_at is not null',
  hasReplied: 'last_message_at is not null',
  hasChat,
}

/** Compiles a filter to a condition with bound values: none of it is ever part of the SQL text. */
export function filterCondition(filter: ContactFilter): Condition {
  return (binder) => compile(filter, binder)
}

// Each condition is true or false, never null, so that `not` also works for empty attributes.
function compile(node: ContactFilter, binder: Binder): string {
  if (node.all) return joined(node.all, 'and', binder)
  if (node.any) return joined(node.any, 'or', binder)
  if (node.not) return `not ${compile(node.not, binder)}`
  if (node.tag !== undefined) return `(tags @> array[${binder.bind(node.tag)}]::text[])`
  if (node.attribute !== undefined && node.attribute in flags) {
    return `((${flags[node.attribute]}) = ${binder.bind(node.is)}::boolean)`
  }
  const subject =
    node.field === undefined
      ? (columns[node.attribute ?? ''] as string)
      : `(fields ->> ${binder.bind(node.field)}::text)`
  return `coalesce(${asked(subject, node, binder)}, false)`
}

function joined(nodes: ContactFilter[], word: 'and' | 'or', binder: Binder): string {
  return `(${nodes.map((node) => compile(node, binder)).join(` ${word} `)})`
}

function asked(subject: string, node: ContactFilter, { bind }: Binder): string {
  if (node.exists !== undefined) return `${subject} is ${node.exists ? 'not null' : 'null'}`
  if (node.in) return `${subject} = any(${bind(node.in)}::text[])`
  if (node.contains !== undefined) return `${subject} ilike ${bind(`%${likeText(node.contains)}%`)}`
  if (node.startsWith !== undefined) return `${subject} ilike ${bind(`${likeText(node.startsWith)}%`)}`
  if (node.before !== undefined) return `${subject} < ${bind(node.before)}::timestamptz`
  if (node.after !== undefined) return `${subject} > ${bind(node.after)}::timestamptz`
  if (node.withinDays !== undefined) return `${subject} > now() - make_interval(days => ${bind(node.withinDays)}::int)`
  return `${subject} = ${bind(node.is)}::text`
}
