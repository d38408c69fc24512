import { type FilterQuery, raw } from '@mikro-orm/core'
import type { VerbContext } from '@posthorn/chassis'
import type { ViewRow } from '../entities/chat.ts'

/** Returns a filter for the team's views and the caller's own. Excludes views with a number that the caller may not use. */
export function viewsSeenBy({ call: { actor, numbers } }: Pick<VerbContext, 'call'>): FilterQuery<ViewRow> {
  const owner = { $in: ['', actor.id] }
  if (!numbers) return { owner }
  return { owner, [raw(`coalesce(filter->'number', '[]') <@ ?::jsonb`, [JSON.stringify(numbers)])]: true }
}
