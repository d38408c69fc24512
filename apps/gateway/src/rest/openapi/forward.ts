import { type AnyTRPCRouter, initTRPC } from '@trpc/server'
import type { OpenApiMeta } from 'trpc-to-openapi'
import type { Dispatch } from '../dispatch.ts'
import type { Route } from '../route.ts'

/** Context of a call of the router. */
export type ForwardContext = { call: Parameters<Dispatch>[1] }

type ResolverOptions = { ctx: ForwardContext; input: unknown; signal: AbortSignal | undefined }

const t = initTRPC.context<ForwardContext>().meta<OpenApiMeta>().create({ isDev: false })

/** Returns the OpenAPI metadata of a route; `corrections.ts` adds what this form cannot state. */
function metaOf({ noun, verb, operation, method, path }: Route): OpenApiMeta {
  const scope = operation.scope ? `\n\nThe key needs the scope \`${operation.scope}\`.` : ''
  return {
    openapi: {
      method,
      path: path as `/${string}`,
      operationId: `${noun}.${verb}`,
      tags: [noun],
      summary: operation.summary,
      description: `${operation.description}${scope}`,
      ...(operation.deprecated ? { deprecated: true } : {}),
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
 * Makes a tRPC router of the public operations. A procedure has route, input and output, and dispatches a call to its service; it
 * rejects with an error that `faultBehind` understands.
 */
export function forward(routes: Route[]): AnyTRPCRouter {
  const verbsOf = (inNoun: Route[]) => Object.fromEntries(inNoun.map((route) => [route.verb, procedureOf(route)]))
  const nouns = Map.groupBy(routes, ({ noun }) => noun)
  return t.router(Object.fromEntries([...nouns].map(([noun, inNoun]) => [noun, verbsOf(inNoun)])))
}
