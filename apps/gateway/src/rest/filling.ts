import { fingerprint } from '@posthorn/chassis'
import type { Filling } from '@posthorn/contracts'
import type { Dispatch } from './dispatch.ts'

/**
 * Puts into an input what the contract has from another service, asked for the same caller. A repeat is known by what the caller sent,
 * whatever has become of the rest since.
 */
export function withFilling(dispatch: Dispatch, { ask, put }: Filling, source: Dispatch): Dispatch {
  return async (input, call, signal) => {
    const question = ask(input as never)
    if (question === undefined) return dispatch(input, call, signal)
    const { idempotencyKey, onReplayed: _, ...asking } = call
    const found = await source(question, { ...asking, onReplayed: () => {} }, signal)
    const asked = idempotencyKey === undefined ? {} : { asked: fingerprint(input) }
    return dispatch(put(input as never, found as never), { ...call, ...asked }, signal)
  }
}
