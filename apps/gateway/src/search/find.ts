import type { Verb } from '@posthorn/chassis'
import {
  accounts,
  type CallContext,
  type Candidate,
  contacts,
  includesRole,
  kindOfId,
  leastRoleOf,
  messaging,
  numbers,
  type OutputOf,
  type Query,
  type SearchKind,
  searchKinds,
  webhooks,
} from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { partThatFits } from './part-that-fits.ts'
import { askSources } from './sources.ts'

/** The list operation of each kind. Callers of it can find its items. */
const lists: Record<SearchKind, Query> = {
  chat: messaging.chats.list,
  contact: contacts.contacts.list,
  message: messaging.messages.list,
  template: numbers.templates.list,
  number: numbers.numbers.list,
  webhook: webhooks.webhooks.list,
  key: accounts.keys.list,
}

/** Whether the caller may list items of that kind. */
export function maySee({ scopes, role }: Pick<CallContext, 'scopes' | 'role'>, kind: SearchKind): boolean {
  const list = lists[kind]
  const hasRole = role === undefined || includesRole(role, leastRoleOf(list))
  return hasRole && (list.scope === null || scopes.includes(list.scope))
}

type Search = typeof accounts.search.find
type Group = OutputOf<Search>['groups'][number]

/** Searches all services in parallel, and names the kinds of those that didn't respond. */
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
