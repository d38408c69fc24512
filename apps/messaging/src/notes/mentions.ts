import type { EntityManager } from '@mikro-orm/postgresql'
import { fail } from '@posthorn/contracts'
import { Member } from '../entities/member.ts'

/** Returns whom a note mentions, each once; one who is no member of the workspace is refused. */
export async function membersMentioned(em: EntityManager, mentions: string[]): Promise<string[]> {
  if (mentions.length === 0) return []
  const known = await em.find(Member, { id: { $in: mentions }, removed: false }, { fields: ['id'] })
  const errors = mentions.flatMap((id, i) => {
    const message = 'must be a member of this workspace'
    return known.some((member) => member.id === id)
      ? []
      : [{ path: `mentions.${i}`, code: 'member:not_found', message }]
  })
  if (errors.length > 0) fail('member:not_found', { errors })
  return [...new Set(mentions)]
}
