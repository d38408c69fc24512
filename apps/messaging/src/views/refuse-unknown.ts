import type { VerbContext } from '@posthorn/chassis'
import { type ErrorCode, refuseUnknown } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { ConnectedNumber } from '../entities/connected-number.ts'
import { Label } from '../entities/label.ts'
import { Member } from '../entities/member.ts'
import type { ViewRow } from '../entities/view.ts'

type Context = Pick<VerbContext<MessagingRuntime>, 'em' | 'call'>

type Named = { path: string; id: string }

/** Refuses a filter that names a label, number or member which the caller does not have: it would find nothing, and no one would know why. */
export async function refuseUnknownIn({ em, call }: Context, filter: ViewRow['filter']): Promise<void> {
  const named = (name: 'label' | 'labelExclude' | 'number' | 'assignee'): Named[] =>
    (filter[name] ?? []).map((id, i) => ({ path: `filter.${name}.${i}`, id }))
  const labels = [...named('label'), ...named('labelExclude')]
  const knownLabels = labels.length === 0 ? [] : await em.find(Label, { id: { $in: idsOf(labels) } })
  refuse('label:not_found', labels, knownLabels)
  const numbers = named('number')
  const knownNumbers = numbers.length === 0 ? [] : await em.find(ConnectedNumber, { id: { $in: idsOf(numbers) } })
  const seen = knownNumbers.filter(({ id }) => call.numbers === undefined || call.numbers.includes(id as never))
  refuse('number:not_found', numbers, seen)
  const mentioned = filter.mentioned === undefined ? [] : [{ path: 'filter.mentioned', id: filter.mentioned }]
  const members = [...named('assignee'), ...mentioned].filter(({ id }) => id !== 'none' && id !== 'me')
  const present = { id: { $in: idsOf(members) }, removed: false }
  refuse('member:not_found', members, members.length === 0 ? [] : await em.find(Member, present))
}

const idsOf = (named: Named[]) => named.map(({ id }) => id)

function refuse(code: ErrorCode, named: Named[], known: { id: string }[]): void {
  refuseUnknown(
    code,
    named.flatMap(({ path, id }) => (known.some((row) => row.id === id) ? [] : [path])),
  )
}
