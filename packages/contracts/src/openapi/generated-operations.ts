import { initTRPC } from '@trpc/server'
import { generateOpenApiDocument, type OpenApiMeta } from 'trpc-to-openapi'
import { z } from 'zod'
import type { OperationObject } from './document-types.ts'
import type { DocumentedRoute } from './documented-route.ts'

export type OperationHead = Pick<OperationObject, 'operationId' | 'tags' | 'summary' | 'description' | 'deprecated'>

const t = initTRPC.meta<OpenApiMeta>().create({ isDev: false })

/**
 * Generates the OpenAPI document's operations from a tRPC router that contains the public operations. The router's inputs contain only path
 * fields. Bodies and responses would be repeated wherever they are used, so `components.ts` defines them by name instead.
 *
 * @returns operation heads, keyed by `<noun>.<verb>`.
 */
export function generatedOperations(
  routes: readonly DocumentedRoute[],
  { title, version }: { title: string; version: string },
): ReadonlyMap<string, OperationHead> {
  const verbsOf = (inNoun: DocumentedRoute[]) =>
    Object.fromEntries(inNoun.map((each) => [each.verb, procedureOf(each)]))
  const nouns = Map.groupBy(routes, ({ noun }) => noun)
  const router = t.router(Object.fromEntries([...nouns].map(([noun, inNoun]) => [noun, verbsOf(inNoun)])))
  const { paths = {} } = generateOpenApiDocument(router, { title, version, baseUrl: '/' })
  const operations = Object.values(paths).flatMap((path) => Object.values(path ?? {}) as OperationHead[])
  return new Map(operations.map((operation) => [operation.operationId, headOf(operation)]))
}

function headOf({ operationId, tags, summary, description, deprecated }: OperationHead): OperationHead {
  return {
    operationId,
    tags,
    summary,
    ...(description !== undefined && { description }),
    ...(deprecated && { deprecated }),
  }
}

function procedureOf(route: DocumentedRoute) {
  const { operation, placed } = route
  const inPath = z.object(Object.fromEntries(Object.keys(placed).map((name) => [name, z.string()])))
  const procedure = t.procedure.meta(metaOf(route)).input(inPath).output(z.unknown())
  return operation.kind === 'query' ? procedure.query(() => undefined) : procedure.mutation(() => undefined)
}

function metaOf({ id, noun, method, path, operation }: DocumentedRoute): OpenApiMeta {
  const scope = operation.scope ? ` Scope: \`${operation.scope}\`.` : ''
  return {
    openapi: {
      method,
      path: path as `/${string}`,
      operationId: id,
      tags: [noun],
      summary: operation.summary,
      description: `${operation.description}${scope}`,
      ...(operation.deprecated ? { deprecated: true } : {}),
      protect: false,
      errorResponses: {},
    },
  }
}
