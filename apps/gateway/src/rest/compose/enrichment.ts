import type { InputOf, Mutation, OutputOf, Query } from '@posthorn/contracts'
import type { z } from 'zod'
import type { Dispatch } from '../dispatch.ts'

/** Completes the answer of an operation with the answer of an internal query of another service. */
export type Enrichment = {
  operation: Query | Mutation
  source: Query
  /** Makes the input of the source from input and answer of the operation. */
  question(input: never, output: never): unknown
  /** Adds the source's answer to that of the operation. */
  merge(output: never, found: never): unknown
}

type TypedEnrichment<Op extends Query | Mutation, Source extends Query> = {
  operation: Op
  source: Source
  question(input: z.output<Op['input']>, output: OutputOf<Op>): InputOf<Source>
  merge(output: OutputOf<Op>, found: OutputOf<Source>): OutputOf<Op>
}

/** States an enrichment, its functions checked against the types of the contract. */
export function enrichment<Op extends Query | Mutation, Source extends Query>(
  typed: TypedEnrichment<Op, Source>,
): Enrichment {
  return typed
}

/** Wraps a dispatch with an enrichment. Where the source cannot be asked, or an answer is not as expected, it stays as it is: it may be of a change that is committed. */
export function withEnrichment(
  dispatch: Dispatch,
  { question, merge }: Pick<Enrichment, 'question' | 'merge'>,
  source: Dispatch,
): Dispatch {
  return async (input, call, signal) => {
    const output = await dispatch(input, call, signal)
    const { idempotencyKey: _, ...sourceCall } = call
    try {
      const asked = question(input as never, output as never)
      const found = await source(asked, { ...sourceCall, onReplayed: () => {} }, signal)
      return merge(output as never, found as never)
    } catch {
      return output
    }
  }
}
