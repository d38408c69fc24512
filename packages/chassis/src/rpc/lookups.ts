import type { Lookups } from '@posthorn/contracts'
import type { Runtime } from '../runtime.ts'
import type { Verb } from './verb.ts'

type Entity = { name: string }

/** The look-ups of a service: entities by the kinds of its contract. A primary key has one row at most in a range of ids. */
export function lookupVerbs<R extends Runtime>(
  entities: Readonly<Record<string, unknown>>,
): { byRange: Verb<Lookups['byRange'], R> } {
  return {
    async byRange({ ctx, input: { kind, from, to } }) {
      const row = await ctx.em.findOne(entities[kind] as Entity & (new () => { id: string }), {
        id: { $gte: from, $lte: to },
      })
      return { id: row?.id ?? null }
    },
  }
}
