import type { RunningService } from '@posthorn/chassis'
import type { ServiceName } from '@posthorn/contracts'
import { type Host, type Hosted, inTime } from './host.ts'
import type { Part } from './parts.ts'

type Env = Record<string, string>

const start = async (service: Promise<unknown>, env: Env): Promise<RunningService> => {
  const { startService } = await import('@posthorn/chassis')
  return startService((await service) as Parameters<typeof startService>[0], env)
}

// Loaded when started, so that a launcher of separate processes stays small.
const starters: Record<ServiceName, (env: Env) => Promise<RunningService>> = {
  gateway: (env) =>
    start(
      import('@posthorn/gateway/service').then((service) => service.gatewayService),
      env,
    ),
  messaging: (env) =>
    start(
      import('@posthorn/messaging/service').then((service) => service.messagingService),
      env,
    ),
  contacts: (env) =>
    start(
      import('@posthorn/contacts/service').then((service) => service.contactsService),
      env,
    ),
  groups: (env) =>
    start(
      import('@posthorn/groups/service').then((service) => service.groupsService),
      env,
    ),
  numbers: (env) =>
    start(
      import('@posthorn/numbers/service').then((service) => service.numbersService),
      env,
    ),
  webhooks: (env) =>
    start(
      import('@posthorn/webhooks/service').then((service) => service.webhooksService),
      env,
    ),
}

/** Runs every part in this process: the least memory. */
export const oneProcess: Host = {
  async start(part: Part, env: Env): Promise<Hosted> {
    const running = part === 'simulator' ? await startSimulator(env) : await starters[part](env)
    return { ...running, pid: () => undefined, stop: async () => void (await inTime(running.stop())) }
  },
}

async function startSimulator(env: Env): Promise<{ url: string; edgeUrl: null; stop(): Promise<void> }> {
  const { simulatorEnvironment, startSimulator: start } = await import('@posthorn/simulator/service')
  return { ...(await start(simulatorEnvironment.parse(env))), edgeUrl: null }
}
