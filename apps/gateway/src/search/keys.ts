import type { FilterQuery } from '@mikro-orm/core'
import { likeText, type VerbContext } from '@posthorn/chassis'
import { type Candidate, candidateFields, kindOfId } from '@posthorn/contracts'
import { hintOf } from '../access/auth/key-format.ts'
import { withinNumbers } from '../access/keys/key.ts'
import { ApiKey, type ApiKeyRow } from '../entities/api-key.ts'

const publicIdCharacters = 12

type Question = { q: string; size: number }

/** Finds keys by name and visible prefix, newest first, and by id. */
export async function findKeys({ em, call }: Pick<VerbContext, 'em' | 'call'>, asked: Question): Promise<Candidate[]> {
  const { q, size } = asked
  const byId = kindOfId(q) === 'key'
  const where: FilterQuery<ApiKeyRow> = {
    $and: [withinNumbers(call), byId ? { id: q } : called(q)],
  }
  const rows = await em.find(ApiKey, where, {
    orderBy: { id: 'desc' },
    limit: size,
  })
  return rows.map(({ id, name, publicId, test }) => ({
    kind: 'key',
    id,
    name,
    chat: null,
    number: null,
    at: null,
    fields: candidateFields({
      id: byId ? id : undefined,
      name,
      hint: hintOf(publicId, test),
    }),
  }))
}

function called(q: string): FilterQuery<ApiKeyRow> {
  const [, begun] = /^ph_(?:live|test)_([0-9A-Za-z]+)/.exec(q) ?? []
  const byHint = begun === undefined ? [] : [{ publicId: { $like: `${begun.slice(0, publicIdCharacters)}%` } }]
  return { $or: [{ name: { $ilike: `%${likeText(q)}%` } }, ...byHint] }
}
