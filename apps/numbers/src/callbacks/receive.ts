import { createHash } from 'node:crypto'
import type { BatchVerb } from '@posthorn/chassis'
import { Fault, newId, type numbers } from '@posthorn/contracts'
import { verifySignature } from '@posthorn/provider'
import type { NumbersRuntime } from '../config.ts'
import { numbersOfCallbacks, type StoredCallback, storeCallbacks } from './callbacks.sql.ts'

/** Bodies that share one commit at most; each may have 3 MB (cloud-api.md 5.3). */
const batchSizeMax = 20

/**
 * Takes callbacks: proves the signature on the raw bytes with the app secrets of the number, current and previous, and stores them
 * with one commit for all that came together. Nothing of a body that is not proven is kept, or even parsed.
 */
export const receive: BatchVerb<typeof numbers.callbacks.receive, NumbersRuntime> = {
  batchSizeMax,
  async together({ tx, runtime, calls }) {
    const known = await numbersOfCallbacks(
      tx.em,
      calls.map(({ input }) => input.number),
    )
    const judged = calls.map(({ call, input }): StoredCallback | Fault => {
      const number = known.get(input.number)
      if (!number) return new Fault('number:not_found')
      const raw = Buffer.from(input.body, 'base64')
      const { signature } = input
      if (signature === undefined || !verifySignature(raw, signature, runtime.deps.secrets.appSecretsOf(number)))
        return new Fault('callback:signature_invalid')
      return {
        id: newId('cbk'),
        workspaceId: number.workspaceId,
        numberId: number.id,
        sha256: createHash('sha256').update(raw).digest(),
        signature,
        raw,
        traceparent: call.traceparent ?? null,
      }
    })
    const proven = judged.filter((callback): callback is StoredCallback => !(callback instanceof Fault))
    const stored = proven.length > 0 ? await storeCallbacks(tx.em, proven) : new Set<string>()
    if (stored.size > 0) tx.wake('unpack')
    return judged.map((callback) =>
      callback instanceof Fault
        ? { ok: false, error: callback }
        : { ok: true, value: { stored: stored.has(callback.id) } },
    )
  },
}
