import { allOperations, type PlacedOperation, type RestLine } from '@posthorn/contracts'
import type { AnyTRPCRouter } from '@trpc/server'
import type { GatewayDeps } from '../deps.ts'
import { withAddition } from './addition.ts'
import { type Dispatch, dispatchHere, dispatchOver } from './dispatch.ts'
import { type Route, routeOf } from './route.ts'

/** Every operation of the contract with a REST line, as a route. There are no others. */
export function publicRoutes(deps: Pick<GatewayDeps, 'clients' | 'loneClients'>, own: AnyTRPCRouter): Route[] {
  const dispatchOf = (placed: PlacedOperation): Dispatch => {
    if (placed.service === 'gateway') return dispatchHere(own, placed)
    return dispatchOver(placed.operation.slow ? deps.loneClients : deps.clients, placed)
  }
  const operations = allOperations()
  return operations.flatMap((placed) => {
    const { rest, added } = placed.operation
    if (!rest) return []
    const source = added && operations.find(({ service, noun, verb }) => `${service}.${noun}.${verb}` === added.from)
    const dispatch = dispatchOf(placed)
    return [
      routeOf(
        { ...placed, rest: rest as RestLine },
        source ? withAddition(dispatch, added, dispatchOf(source)) : dispatch,
      ),
    ]
  })
}
