import type { Lookups } from '@posthorn/contracts'
import type { Runtime } from '../runtime.ts'
import type { Verb } from './verb.ts'

type Entity = { name: string }

/** Lookup verbs of a service, by the contract's kinds. A primary key matches at most one row in a range of ids. */
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
