import type { PreparedVerb, Verb, VerbContext } from '@posthorn/chassis'
import type { accounts, OutputOf } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { guardedServices, operatorCall } from './resting.ts'

export const get: Verb<typeof accounts.restore.get, GatewayRuntime> = ({ ctx }) => ctx.deps.readResting()

type Quarantines = OutputOf<typeof accounts.quarantines.list>

function operatorAccess({ deps: { unbatchedClients: clients }, call }: VerbContext<GatewayRuntime>) {
  return { clients, call: operatorCall(clients, call.requestId) }
}

export const list: Verb<typeof accounts.quarantines.list, GatewayRuntime> = async ({ ctx }) => {
  const { clients, call } = operatorAccess(ctx)
  return Promise.all(
    guardedServices.map(async (service) => ({ service, ...(await clients[service].quarantine.get.query({}, call)) })),
  )
}

/** Ends the quarantine of every service that is in one. */
export const release: PreparedVerb<typeof accounts.quarantines.release, GatewayRuntime, Quarantines> = {
  async prepare({ ctx, input: { due, service: wanted } }) {
    const { clients, call } = operatorAccess(ctx)
    return Promise.all(
      guardedServices
        .filter((service) => wanted === undefined || service === wanted)
        .map(async (service) => {
          const { quarantine } = clients[service]
          const { since } = await quarantine.get.query({}, call)
          return { service, ...(since === null ? { since, due: {} } : await quarantine.release.mutate({ due }, call)) }
        }),
    )
  },
  run: async ({ prepared }) => prepared,
}
