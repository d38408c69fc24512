import {
  accounts,
  type CallContext,
  contacts,
  includesRole,
  leastRoleOf,
  messaging,
  numbers,
  type Query,
  type SearchKind,
  webhooks,
} from '@posthorn/contracts'

/** The list of each kind: who may read it finds its things. */
const lists: Record<SearchKind, Query> = {
  chat: messaging.chats.list,
  contact: contacts.contacts.list,
  message: messaging.messages.list,
  template: numbers.templates.list,
  number: numbers.numbers.list,
  webhook: webhooks.webhooks.list,
  key: accounts.keys.list,
}

/** Returns true when the caller may list things of that kind. */
export function maySee({ scopes, role }: Pick<CallContext, 'scopes' | 'role'>, kind: SearchKind): boolean {
  const list = lists[kind]
  const hasRole = role === undefined || includesRole(role, leastRoleOf(list))
  return hasRole && (list.scope === null || scopes.includes(list.scope))
}
