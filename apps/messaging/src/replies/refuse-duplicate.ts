import type { EntityManager } from '@mikro-orm/postgresql'
import { fail } from '@posthorn/contracts'
import { Reply, type ReplyRow } from '../entities/reply.ts'

/** Refuses a name or shortcut that another reply has, each at its place. */
export async function refuseDuplicate(
  em: EntityManager,
  { id, nameKey, shortcut }: Pick<ReplyRow, 'id' | 'nameKey' | 'shortcut'>,
): Promise<void> {
  const same = [{ nameKey }, ...(shortcut ? [{ shortcut }] : [])]
  const others = await em.find(Reply, { id: { $ne: id }, $or: same })
  if (others.length === 0) return
  const path = others.some((other) => other.nameKey === nameKey) ? 'name' : 'shortcut'
  fail('reply:duplicate', { errors: [{ path, code: 'reply:duplicate', message: 'is taken by another saved reply' }] })
}
