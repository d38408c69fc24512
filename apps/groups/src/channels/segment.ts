import type { EntityManager } from '@mikro-orm/postgresql'
import { failUnknown } from '@posthorn/contracts'
import { AudienceSegment } from '../entities/audience-segment.ts'

/** The segment of that id, or null for none named; refuses with `segment:not_found`. */
export async function findSegment(em: EntityManager, id: string | null | undefined): Promise<string | null> {
  if (!id) return null
  const known = await em.findOne(AudienceSegment, { id, deleted: false })
  return known?.id ?? failUnknown('segment:not_found', 'segment')
}
