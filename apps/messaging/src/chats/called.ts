import type { FilterQuery } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { phoneSearched } from '@posthorn/contracts'
import type { ChatRow } from '../entities/chat.ts'
import { chatsById, chatsCalled, chatsOfPhone, likeAnywhere, named } from './words.sql.ts'

type Place = { em: EntityManager; workspace: string }

/**
 * Matches chats by the beginning of a phone, or by part of a name or phone, with any spacing. `more` finds chats that match for another reason; it
 * isn't called when the search is the beginning of a phone.
 */
export async function calledFilter(
  { em, workspace }: Place,
  search: string,
  more: () => Promise<string[]> = async () => [],
): Promise<FilterQuery<ChatRow>> {
  const typed = search.replace(/[\s\-().+]/g, '')
  const digits = /^\d{3,}$/.test(typed) ? typed : null
  const phone = phoneSearched(search)
  if (digits !== null && phone !== null) return chatsById(await chatsOfPhone(em, workspace, phone))
  const others = await more()
  const called = await chatsCalled(em, workspace, { name: search, digits })
  if (called !== null) return chatsById([...new Set([...called, ...others])])
  const phones = digits === null ? [] : [{ phone: { $like: likeAnywhere(digits) } }]
  return {
    $or: [named(search), ...phones, ...(others.length > 0 ? [chatsById(others)] : [])],
  }
}
