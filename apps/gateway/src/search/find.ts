import type { Verb } from '@posthorn/chassis'
import {
  type accounts,
  type Candidate,
  kindOfId,
  type OutputOf,
  type SearchKind,
  searchKinds,
} from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { maySee } from './may-see.ts'
import { partThatFits } from './part-that-fits.ts'
import { askSources } from './sources.ts'

type Search = typeof accounts.search.find
type Group = OutputOf<Search>['groups'][number]

/** Asks every service for what fits among its own things, at once, and names the kinds of those that did not answer. */
export const find: Verb<Search, GatewayRuntime> = async ({ ctx, input: { q, kinds = searchKinds, size } }) => {
  const byId = kindOfId(q)
  const allowed = kinds.filter((kind) => maySee(ctx.call, kind) && (byId === null || kind === byId))
  const { found, unavailable } = await askSources(ctx, {
    q,
    kinds: allowed,
    size: size + 1,
  })
  const groups = searchKinds.flatMap((kind) => {
    const own = found.filter((candidate) => candidate.kind === kind)
    return own.length === 0 ? [] : [groupOf(kind, own, { q, size })]
  })
  return { groups, unavailable }
}

function groupOf(kind: SearchKind, candidates: Candidate[], { q, size }: { q: string; size: number }): Group {
  const items = candidates.slice(0, size).map(({ id, name, chat, number, at, fields }) => ({
    id,
    name,
    chat,
    number,
    at,
    ...partThatFits(fields, q),
  }))
  return { kind, items, more: candidates.length > size }
}
