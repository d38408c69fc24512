import type { VerbContext } from '@posthorn/chassis'

/** What of the log a caller may see: all of the workspace; for a key limited to numbers, their events and those about no number. */
export function visibleTo({ call }: Pick<VerbContext, 'call'>): object {
  return call.numbers ? { $or: [{ numberId: null }, { numberId: { $in: call.numbers } }] } : {}
}
