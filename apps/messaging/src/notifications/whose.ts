import type { VerbContext } from '@posthorn/chassis'
import { fail, failUnknown } from '@posthorn/contracts'
import { callerAsMember } from '../chats/filter.ts'
import { Member } from '../entities/member.ts'

/** Returns the member whose notifications a caller may see: a member their own, a key those of the one it names. */
export async function whoseNotifications(
  { call, em }: Pick<VerbContext, 'call' | 'em'>,
  named: string,
): Promise<string> {
  const { actor } = call
  if (named === 'me') return callerAsMember(actor, 'member')
  if (actor.type === 'member') {
    if (actor.id === named) return named
    return fail('role:insufficient', { message: 'A member sees their own notifications only.' })
  }
  return (await em.findOne(Member, { id: named, removed: false }))?.id ?? failUnknown('member:not_found', 'member')
}
