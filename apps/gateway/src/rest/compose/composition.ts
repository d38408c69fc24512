import { fingerprint } from '@posthorn/chassis'
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
 * Wraps a dispatch with an enrichment. If the query fails or a result is unexpected, the response is unchanged, because it may report a
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

/** Replaces references in an input with the results of an internal query of another service. */
export type InputResolution = {
  operation: Query | Mutation
  source: Query
  /** Builds the query's input; undefined if the input has no references. */
  question(input: never): unknown
  /** Returns the input with references replaced. */
  resolve(input: never, found: never): unknown
}

type TypedResolution<Op extends Query | Mutation, Source extends Query> = {
  operation: Op
  source: Source
  question(input: z.output<Op['input']>): InputOf<Source> | undefined
  resolve(input: z.output<Op['input']>, found: OutputOf<Source>): z.output<Op['input']>
}

/** Defines an input resolution, type-checked against the contract. */
export function inputResolution<Op extends Query | Mutation, Source extends Query>(
  typed: TypedResolution<Op, Source>,
): InputResolution {
  return typed
}

/** Wraps a dispatch with a resolution. Idempotency compares the body as sent, not what its references resolve to. */
export function withInputResolution(
  dispatch: Dispatch,
  { question, resolve }: Pick<InputResolution, 'question' | 'resolve'>,
  source: Dispatch,
): Dispatch {
  return async (input, call, signal) => {
    const sourceInput = question(input as never)
    if (sourceInput === undefined) return dispatch(input, call, signal)
    const { idempotencyKey, ...sourceCall } = call
    const found = await source(sourceInput, { ...sourceCall, onReplayed: () => {} }, signal)
    const asked = idempotencyKey === undefined ? {} : { asked: fingerprint(input) }
    return dispatch(resolve(input as never, found as never), { ...call, ...asked }, signal)
  }
}
