import { allOperations, type RestLine } from '@posthorn/contracts'
import type { AnyTRPCRouter } from '@trpc/server'
import type { GatewayDeps } from '../deps.ts'
import { dispatchHere, dispatchOver } from './dispatch.ts'
import { type Route, routeOf } from './route.ts'

/** Every operation of the contract with a REST line, as a route. There are no others. */
export function publicRoutes(deps: Pick<GatewayDeps, 'clients' | 'loneClients'>, own: AnyTRPCRouter): Route[] {
  return allOperations().flatMap((placed) => {
    const { rest, slow } = placed.operation
    if (!rest) return []
    const dispatch =
      placed.service === 'gateway'
        ? dispatchHere(own, placed)
        : dispatchOver(slow ? deps.loneClients : deps.clients, placed)
    return [routeOf({ ...placed, rest: rest as RestLine }, dispatch)]
  })
}
