import type { VerbContext } from '@posthorn/chassis'

/** Returns the filter of the log for a caller: all of the workspace; for a key limited to numbers, their events and those without a number. */
export function visibilityFilter({ call }: Pick<VerbContext, 'call'>): object {
  return call.numbers ? { $or: [{ numberId: null }, { numberId: { $in: call.numbers } }] } : {}
}
