import type { VerbContext } from '@posthorn/chassis'
import { failUnknown } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { ConnectedNumber, type ConnectedNumberRow } from '../entities/connected-number.ts'

/** The number, which the path or a field of the request names; refuses one that the workspace or the caller's key does not have. */
export async function findNumber(
  { em, call }: Pick<VerbContext<MessagingRuntime>, 'em' | 'call'>,
  id: string,
  field?: string,
): Promise<ConnectedNumberRow> {
  const mine = !call.numbers || call.numbers.some((number) => number === id)
  return (mine ? await em.findOne(ConnectedNumber, { id }) : null) ?? failUnknown('number:not_found', field)
}
