import type { Contract, InputOf, Mutation, OutputOf, Query } from '@posthorn/contracts'
import type { TRPCBuiltRouter, TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server'

type Procedure<Op> = Op extends Query
  ? TRPCQueryProcedure<{ meta: object; input: InputOf<Op>; output: OutputOf<Op> }>
  : Op extends Mutation
    ? TRPCMutationProcedure<{ meta: object; input: InputOf<Op>; output: OutputOf<Op> }>
    : never

type Root = { ctx: object; meta: object; errorShape: ErrorShape; transformer: false }

/** Format of our services' errors on the wire. */
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

/** The tRPC router type of a contract, which types every client without importing a service. */
export type RouterOf<C extends Contract> = TRPCBuiltRouter<
  Root,
  { [Noun in keyof C]: { [V in keyof C[Noun]]: Procedure<C[Noun][V]> } }
>
