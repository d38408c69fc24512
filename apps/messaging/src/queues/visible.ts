import type { VerbContext } from '@posthorn/chassis'
import { fail } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { NumberLine, type NumberLineRow } from '../entities/number-line.ts'

/** The number, or `number:not_found` when the workspace or the caller's key has none such. */
export async function findNumber(
  { em, call }: Pick<VerbContext<MessagingRuntime>, 'em' | 'call'>,
  id: string,
): Promise<NumberLineRow> {
  const mine = !call.numbers || call.numbers.some((number) => number === id)
  return (mine ? await em.findOne(NumberLine, { id }) : null) ?? fail('number:not_found')
}
