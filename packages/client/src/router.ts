import type { Contract, InputOf, Mutation, OutputOf, Query } from '@posthorn/contracts'
import type { TRPCBuiltRouter, TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server'

type Procedure<Op> = Op extends Query
  ? TRPCQueryProcedure<{ meta: object; input: InputOf<Op>; output: OutputOf<Op> }>
  : Op extends Mutation
    ? TRPCMutationProcedure<{ meta: object; input: InputOf<Op>; output: OutputOf<Op> }>
    : never

type Root = { ctx: object; meta: object; errorShape: ErrorShape; transformer: false }

/** The form of our services' errors on the wire. */
export type ErrorShape = {
  message: string
  code: number
  data: {
    code: string
    httpStatus: number
    fault?: {
      code: string
      message: string
      errors: { path: string; code: string; message: string }[]
      retryAfter?: number
    }
  }
}

/** The tRPC router type that a contract promises: what types every client, without importing any service. */
export type RouterOf<C extends Contract> = TRPCBuiltRouter<
  Root,
  { [Noun in keyof C]: { [V in keyof C[Noun]]: Procedure<C[Noun][V]> } }
>
