import { fingerprint } from '@posthorn/chassis'
import type { InputOf, Mutation, OutputOf, Query } from '@posthorn/contracts'
import type { z } from 'zod'
import type { Dispatch } from '../dispatch.ts'

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

/** Wraps a dispatch with a resolution. Idempotency compares what the caller sent, whatever its references resolve to. */
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
