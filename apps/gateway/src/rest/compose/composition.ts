import { fingerprint } from '@posthorn/chassis'
import type { InputOf, Mutation, OutputOf, Query } from '@posthorn/contracts'
import type { z } from 'zod'
import type { Dispatch } from '../dispatch.ts'

/** Extends an operation's response with an internal query to another service. */
export type Enrichment = {
  operation: Query | Mutation
  source: Query
  question(input: never, output: never): unknown
  merge(output: never, found: never): unknown
}

type TypedEnrichment<Op extends Query | Mutation, Source extends Query> = {
  operation: Op
  source: Source
  question(input: z.output<Op['input']>, output: OutputOf<Op>): InputOf<Source>
  merge(output: OutputOf<Op>, found: OutputOf<Source>): OutputOf<Op>
}

export function enrichment<Op extends Query | Mutation, Source extends Query>(
  typed: TypedEnrichment<Op, Source>,
): Enrichment {
  return typed
}

/**
 * Wraps a dispatch with an enrichment. If the query fails or a result is unexpected, the response stays unchanged, because it may report a
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

/** Replaces ids in an input, such as a contact's, with the results of an internal query to another service. */
export type InputResolution = {
  operation: Query | Mutation
  source: Query
  /** Builds the query's input from the operation's input; undefined if that contains no such ids. */
  question(input: never): unknown
  resolve(input: never, found: never): unknown
}

type TypedResolution<Op extends Query | Mutation, Source extends Query> = {
  operation: Op
  source: Source
  question(input: z.output<Op['input']>): InputOf<Source> | undefined
  resolve(input: z.output<Op['input']>, found: OutputOf<Source>): z.output<Op['input']>
}

export function inputResolution<Op extends Query | Mutation, Source extends Query>(
  typed: TypedResolution<Op, Source>,
): InputResolution {
  return typed
}

/** Wraps a dispatch with an input resolution. Idempotency compares the body as sent, not with its ids replaced. */
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
