import type { VerbContext } from '@posthorn/chassis'
import { fail } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { ConnectedNumber } from '../entities/connected-number.ts'
import { Label } from '../entities/label.ts'
import { Member } from '../entities/member.ts'
import type { ViewRow } from '../entities/view.ts'

type Context = Pick<VerbContext<MessagingRuntime>, 'em' | 'call'>

/** Refuses a filter that names a label, number or member which the caller does not have: it would find nothing, and nobody would know why. */
export async function refuseUnknown({ em, call }: Context, filter: ViewRow['filter']): Promise<void> {
  const labels = unique([...(filter.label ?? []), ...(filter.labelExclude ?? [])])
  if (labels.length > 0 && (await em.count(Label, { id: { $in: labels } })) < labels.length) fail('label:not_found')
  const numbers = unique(filter.number ?? [])
  const isHidden = numbers.some((id) => call.numbers !== undefined && !call.numbers.includes(id as never))
  const known = numbers.length === 0 ? 0 : await em.count(ConnectedNumber, { id: { $in: numbers } })
  if (isHidden || known < numbers.length) fail('number:not_found')
  const named = [...(filter.assignee ?? []), filter.mentioned ?? 'me']
  const members = unique(named).filter((each) => each !== 'none' && each !== 'me')
  const present = { id: { $in: members }, removed: false }
  if (members.length > 0 && (await em.count(Member, present)) < members.length) fail('member:not_found')
}

const unique = (ids: string[]) => [...new Set(ids)]
