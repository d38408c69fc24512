import { allOperations, type PlacedOperation, type RestLine } from '@posthorn/contracts'
import type { AnyTRPCRouter } from '@trpc/server'
import type { GatewayDeps } from '../deps.ts'
import { withAddition } from './addition.ts'
import { type Dispatch, dispatchHere, dispatchOver } from './dispatch.ts'
import { withFilling } from './filling.ts'
import { type Route, routeOf } from './route.ts'

/** Every operation of the contract with a REST line, as a route. There are no others. */
export function publicRoutes(deps: Pick<GatewayDeps, 'clients' | 'loneClients'>, own: AnyTRPCRouter): Route[] {
  const dispatchOf = (placed: PlacedOperation): Dispatch => {
    if (placed.service === 'gateway') return dispatchHere(own, placed)
    return dispatchOver(placed.operation.slow ? deps.loneClients : deps.clients, placed)
  }
  const operations = allOperations()
  const sourceOf = (from: string): Dispatch => {
    const source = operations.find(({ service, noun, verb }) => `${service}.${noun}.${verb}` === from)
    return dispatchOf(source as PlacedOperation)
  }
  return operations.flatMap((placed) => {
    const { rest, added, filled } = placed.operation
    if (!rest) return []
    const asked = dispatchOf(placed)
    const answered = added ? withAddition(asked, added, sourceOf(added.from)) : asked
    const dispatch = filled ? withFilling(answered, filled, sourceOf(filled.from)) : answered
    return [routeOf({ ...placed, rest: rest as RestLine }, dispatch)]
  })
}
