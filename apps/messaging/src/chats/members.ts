import type { EntityManager } from '@mikro-orm/postgresql'
import { failUnknown } from '@posthorn/contracts'
import type { Assignee } from '../entities/chat.ts'
import { Member } from '../entities/member.ts'

type Who = { member?: string | undefined; email?: string | undefined }

/** The member named by id or e-mail address; one that is unknown is refused at the place where it was named. */
export async function findMember(em: EntityManager, { member, email }: Who, place = ''): Promise<Assignee> {
  const where = member === undefined ? { email: email?.trim().toLowerCase() ?? '' } : { id: member }
  const row = await em.findOne(Member, { ...where, removed: false })
  if (row) return { id: row.id, name: row.name, email: row.email }
  const path = `${place}${member === undefined ? 'email' : 'member'}`
  return failUnknown('member:not_found', path)
}
