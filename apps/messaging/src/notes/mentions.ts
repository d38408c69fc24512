import type { EntityManager } from '@mikro-orm/postgresql'
import { refuseUnknown } from '@posthorn/contracts'
import { Member } from '../entities/member.ts'

/** Returns whom a note mentions, each once; one who is no member of the workspace is refused. */
export async function membersMentioned(em: EntityManager, mentions: string[]): Promise<string[]> {
  if (mentions.length === 0) return []
  const known = await em.find(Member, { id: { $in: mentions }, removed: false }, { fields: ['id'] })
  refuseUnknown(
    'member:not_found',
    mentions.flatMap((id, i) => (known.some((member) => member.id === id) ? [] : [`mentions.${i}`])),
  )
  return [...new Set(mentions)]
}
