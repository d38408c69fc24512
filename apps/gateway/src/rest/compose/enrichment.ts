import type { InputOf, Mutation, OutputOf, Query } from '@posthorn/contracts'
import type { z } from 'zod'
import type { Dispatch } from '../dispatch.ts'

/** Completes an operation's response with an internal query of another service. */
export type Enrichment = {
  operation: Query | Mutation
  source: Query
  /** Builds the query's input from the operation's input and output. */
  question(input: never, output: never): unknown
  /** Merges the query's result into the operation's output. */
  merge(output: never, found: never): unknown
}

type TypedEnrichment<Op extends Query | Mutation, Source extends Query> = {
  operation: Op
  source: Source
  question(input: z.output<Op['input']>, output: OutputOf<Op>): InputOf<Source>
  merge(output: OutputOf<Op>, found: OutputOf<Source>): OutputOf<Op>
}

/** Defines an enrichment, type-checked against the contract. */
export function enrichment<Op extends Query | Mutation, Source extends Query>(
  typed: TypedEnrichment<Op, Source>,
): Enrichment {
  return typed
}

/**
 * Wraps a dispatch with an enrichment. If the query fails or a result is unexpected, the response stays as it is, because it may report a
 * committed change.
 */
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
