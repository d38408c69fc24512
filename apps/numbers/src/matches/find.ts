import type { FilterQuery } from '@mikro-orm/core'
import { likeText, type Verb } from '@posthorn/chassis'
import { type Candidate, candidateFields, kindOfId, type numbers } from '@posthorn/contracts'
import type { NumbersRuntime } from '../config.ts'
import { ConnectedNumber, type NumberRow } from '../entities/connected-number.ts'
import { visibilityFilter } from '../numbers/number.ts'
import { findStoredTemplates } from '../templates/templates.sql.ts'

type Find = Verb<typeof numbers.matches.find, NumbersRuntime>
type Arguments = Parameters<Find>[0]

/** Finds numbers by name and phone number, oldest first, and by id. Finds templates by name and text. */
export const find: Find = async (request) => {
  const { kinds } = request.input
  return [
    ...(kinds.includes('template') ? await findTemplates(request) : []),
    ...(kinds.includes('number') ? await findNumbers(request) : []),
  ]
}

/** Finds templates by name and text. Our ids are never template ids, so a query that is an id finds none. */
async function findTemplates({ ctx, input: { q, size } }: Arguments): Promise<Candidate[]> {
  if (kindOfId(q) !== null) return []
  const found = await findStoredTemplates(ctx, { q, numbers: ctx.call.numbers ?? null, size })
  return found.map(({ name, body, number }) => ({
    kind: 'template',
    id: name,
    name,
    chat: null,
    number,
    at: null,
    fields: candidateFields({ name, text: body }),
  }))
}

/** Finds numbers by id if the query is one, otherwise by name and phone number. A query that is the id of something else finds none. */
async function findNumbers({ ctx, input: { q, size } }: Arguments): Promise<Candidate[]> {
  const byId = kindOfId(q)
  if (byId !== null && byId !== 'number') return []
  const where = {
    $and: [visibilityFilter(ctx) as FilterQuery<NumberRow>, byId === null ? nameOrPhoneFilter(q) : { id: q }],
  }
  const rows = await ctx.em.find(ConnectedNumber, where, { orderBy: { id: 'asc' }, limit: size })
  return rows.map(({ id, name, phone }) => ({
    kind: 'number',
    id,
    name,
    chat: null,
    number: null,
    at: null,
    fields: candidateFields({ id: byId === null ? undefined : id, name, phone }),
  }))
}

/** Matches numbers by part of the name, or by three or more digits of the phone number regardless of spacing: fewer are in nearly every one. */
function nameOrPhoneFilter(q: string): FilterQuery<NumberRow> {
  const digits = q.replace(/[\s\-().+]/g, '')
  const phones = /^\d{3,}$/.test(digits) ? [{ phone: { $like: `%${digits}%` } }] : []
  return { $or: [{ name: { $ilike: `%${likeText(q)}%` } }, ...phones] }
}
