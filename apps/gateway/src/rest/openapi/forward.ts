import { type AnyTRPCRouter, initTRPC } from '@trpc/server'
import type { OpenApiMeta } from 'trpc-to-openapi'
import type { Dispatch } from '../dispatch.ts'
import type { Route } from '../route.ts'

/** What a call of the router brings beside its input. */
export type ForwardContext = { call: Parameters<Dispatch>[1] }

type ResolverOptions = { ctx: ForwardContext; input: unknown; signal: AbortSignal | undefined }

const t = initTRPC.context<ForwardContext>().meta<OpenApiMeta>().create({ isDev: false })

/** How the route reads in the OpenAPI document; `corrections.ts` states what this form has no words for. */
function metaOf({ noun, verb, operation, method, path }: Route): OpenApiMeta {
  const scope = operation.scope ? `\n\nNeeds the scope \`${operation.scope}\`.` : ''
  return {
    openapi: {
      method,
      path: path as `/${string}`,
      operationId: `${noun}.${verb}`,
      tags: [noun],
      summary: operation.summary,
      description: `${operation.description}${scope}`,
      protect: false,
      errorResponses: {},
    },
  }
}

function procedureOf(route: Route) {
  const { operation, dispatch } = route
  const procedure = t.procedure.meta(metaOf(route)).input(operation.input).output(operation.output)
  const resolve = ({ ctx, input, signal }: ResolverOptions) => dispatch(input, ctx.call, signal)
  return operation.kind === 'query' ? procedure.query(resolve) : procedure.mutation(resolve)
}

/**
 * The public operations of the contract as one tRPC router. A procedure carries its route, input and output, and hands a call to
 * the service that answers it; it rejects with what `faultBehind` understands.
 */
export function forward(routes: Route[]): AnyTRPCRouter {
  const verbsOf = (inNoun: Route[]) => Object.fromEntries(inNoun.map((route) => [route.verb, procedureOf(route)]))
  const nouns = Map.groupBy(routes, ({ noun }) => noun)
  return t.router(Object.fromEntries([...nouns].map(([noun, inNoun]) => [noun, verbsOf(inNoun)])))
}
