import type { VerbContext } from '@posthorn/chassis'
import { fail } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { ConnectedNumber, type ConnectedNumberRow } from '../entities/connected-number.ts'

/** The number, or `number:not_found` when the workspace or the caller's key has none such. */
export async function findNumber(
  { em, call }: Pick<VerbContext<MessagingRuntime>, 'em' | 'call'>,
  id: string,
): Promise<ConnectedNumberRow> {
  const mine = !call.numbers || call.numbers.some((number) => number === id)
  return (mine ? await em.findOne(ConnectedNumber, { id }) : null) ?? fail('number:not_found')
}
