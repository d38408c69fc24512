import type { PreparedVerb, Verb, VerbContext } from '@posthorn/chassis'
import type { accounts, OutputOf } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { throwBehind } from '../rest/exchange.ts'
import { guardedServices, operatorCall } from './resting.ts'

/** Returns what rests in quarantine, for the notice that every member of a workspace sees. */
export const get: Verb<typeof accounts.restore.get, GatewayRuntime> = ({ ctx }) => ctx.deps.readResting()

type Quarantines = OutputOf<typeof accounts.quarantines.list>

/** Returns the clients and identity for calls to the services in the name of an operator. */
function operatorAccess({ deps: { unbatchedClients: clients }, call }: VerbContext<GatewayRuntime>) {
  return { clients, call: operatorCall(clients, call.requestId) }
}

/** Lists the quarantine of each service that can have one. `since` is null if there is none. */
export const list: Verb<typeof accounts.quarantines.list, GatewayRuntime> = async ({ ctx }) => {
  const { clients, call } = operatorAccess(ctx)
  return Promise.all(
    guardedServices.map(async (service) => ({ service, ...(await clients[service].quarantine.get.query({}, call)) })),
  ).catch(throwBehind)
}

/**
 * Ends the quarantine of every service that is in one, or only of the given service. If one fails, it may have ended in others. The calls are
 * made in `prepare`, because a transaction must not wait for other services.
 */
export const release: PreparedVerb<typeof accounts.quarantines.release, GatewayRuntime, Quarantines> = {
  async prepare({ ctx, input: { due, service: onlyService } }) {
    const { clients, call } = operatorAccess(ctx)
    return Promise.all(
      guardedServices
        .filter((service) => onlyService === undefined || service === onlyService)
        .map(async (service) => {
          const { quarantine } = clients[service]
          const { since } = await quarantine.get.query({}, call)
          return { service, ...(since === null ? { since, due: {} } : await quarantine.release.mutate({ due }, call)) }
        }),
    ).catch(throwBehind)
  },
  run: async ({ prepared }) => prepared,
}
