import { createClients } from '@posthorn/client'
import { gatewayEnvironment, type Surroundings, serviceEnvironment, simulatorEnvironment } from './environment.ts'
import { type Account, firstRun } from './first-run.ts'
import type { Host, Hosted } from './host.ts'
import type { HostedService, Part } from './parts.ts'
import type { Say } from './servers.ts'

/** All parts, running. */
export type System = {
  urls: Record<Part, string>
  /** Where callers reach the gateway. */
  url: string
  account: Account
  pids(): Record<string, number>
  /** The gateway first, so that nothing is accepted that nobody works on. */
  stop(): Promise<void>
}

const behindTheGateway = ['messaging', 'contacts', 'numbers'] as const

/**
 * Starts the simulator, then the services, then the gateway: who gets an answer from it finds everything there. At the first
 * start the workspace, number and key are made before its public door opens.
 */
export async function startSystem(host: Host, around: Surroundings, say: Say): Promise<System> {
  const running = new Map<Part, Hosted>()
  const start = async (part: Part, env: Record<string, string>) => {
    const hosted = await host.start(part, env)
    running.set(part, hosted)
    return hosted
  }
  const stop = async (part: Part) => {
    await running.get(part)?.stop()
    running.delete(part)
  }
  const stopAll = async () => {
    await stop('gateway')
    await Promise.all([...running.keys()].map(stop))
  }
  const urls = () => Object.fromEntries([...running].map(([part, { url }]) => [part, url])) as Record<Part, string>
  const startGateway = (port: number) => start('gateway', gatewayEnvironment(around, { port, urls: urls() }))
  try {
    say('Starting the simulator …')
    const simulator = await start('simulator', simulatorEnvironment(around))
    say('Starting the services …')
    await startTogether(behindTheGateway, (service) =>
      start(service, { ...serviceEnvironment(service, around), SIMULATOR_URL: simulator.url }),
    )
    const account = await firstRun({
      dataDir: around.settings.dataDir,
      url: around.localUrl,
      simulator: simulator.url,
      say,
      async withClients(work) {
        await startGateway(0)
        const clients = createClients({
          urls: urls(),
          credential: { name: 'operator', secret: around.secrets.credentials.operator },
        })
        try {
          return await work(clients)
        } finally {
          await clients.close()
          await stop('gateway')
        }
      },
    })
    const gateway = await startGateway(around.port)
    return {
      urls: urls(),
      url: gateway.edgeUrl ?? gateway.url,
      account,
      pids: () => pidsOf(running),
      stop: stopAll,
    }
  } catch (error) {
    await stopAll()
    throw error
  }
}

/** Starts several at once; when one fails, the others are let come up so that they can be stopped. */
async function startTogether(
  services: readonly HostedService[],
  start: (service: HostedService) => Promise<Hosted>,
): Promise<void> {
  const results = await Promise.allSettled(services.map(start))
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

function pidsOf(running: Map<Part, Hosted>): Record<string, number> {
  const pids = [...running].map(([part, { pid }]) => [part, pid()] as const)
  return Object.fromEntries(pids.filter((entry): entry is [Part, number] => entry[1] !== undefined))
}
