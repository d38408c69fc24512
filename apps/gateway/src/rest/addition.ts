import type { Addition } from '@posthorn/contracts'
import type { Dispatch } from './dispatch.ts'

/** Asks the source for what the contract adds to an answer. An answer is worth more than its addition: it does not fail with it. */
export function withAddition(dispatch: Dispatch, { ask, put }: Addition, source: Dispatch): Dispatch {
  return async (input, call, signal) => {
    const output = await dispatch(input, call, signal)
    const { idempotencyKey: _, onReplayed: __, ...asking } = call
    const question = ask(input as never, output as never)
    const added = await source(question, { ...asking, onReplayed: () => {} }, signal).catch(() => undefined)
    return added === undefined ? output : put(output as never, added as never)
  }
}
