import { allOperations, type PlacedOperation, type Query, type RestLine } from '@posthorn/contracts'
import type { AnyTRPCRouter } from '@trpc/server'
import type { GatewayDeps } from '../deps.ts'
import { enrichments, inputResolutions } from './compose/compositions.ts'
import { withEnrichment } from './compose/enrichment.ts'
import { withInputResolution } from './compose/input-resolution.ts'
import { type Dispatch, dispatchLocally, dispatchOver } from './dispatch.ts'
import { type Route, routeOf } from './route.ts'

/** Returns a route for every operation of the contract with a REST line. There are no others. */
export function publicRoutes(deps: Pick<GatewayDeps, 'clients' | 'unbatchedClients'>, own: AnyTRPCRouter): Route[] {
  const operations = allOperations()
  const dispatchOf = (placed: PlacedOperation): Dispatch => {
    if (placed.service === 'gateway') return dispatchLocally(own, placed)
    return dispatchOver(placed.operation.slow ? deps.unbatchedClients : deps.clients, placed)
  }
  const sourceOf = (source: Query): Dispatch =>
    dispatchOf(operations.find(({ operation }) => operation === source) as PlacedOperation)
  return operations.flatMap((placed) => {
    const { operation } = placed
    if (!operation.rest) return []
    const enrichment = enrichments.find((each) => each.operation === operation)
    const resolution = inputResolutions.find((each) => each.operation === operation)
    const direct = dispatchOf(placed)
    const enriched = enrichment ? withEnrichment(direct, enrichment, sourceOf(enrichment.source)) : direct
    const dispatch = resolution ? withInputResolution(enriched, resolution, sourceOf(resolution.source)) : enriched
    return [routeOf({ ...placed, rest: operation.rest as RestLine }, dispatch)]
  })
}
