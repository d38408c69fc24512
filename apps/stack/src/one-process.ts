import type { RunningService } from '@posthorn/chassis'
import { type Host, type Hosted, inTime } from './host.ts'
import type { HostedService, Part } from './parts.ts'

type Env = Record<string, string>

// Loaded when started, so that a launcher of separate processes stays small.
const starters: Record<Exclude<HostedService, 'groups' | 'webhooks'>, (env: Env) => Promise<RunningService>> = {
  gateway: async (env) =>
    (await chassis()).startService((await import('@posthorn/gateway/service')).gatewayService, env),
  messaging: async (env) =>
    (await chassis()).startService((await import('@posthorn/messaging/service')).messagingService, env),
  contacts: async (env) =>
    (await chassis()).startService((await import('@posthorn/contacts/service')).contactsService, env),
  numbers: async (env) =>
    (await chassis()).startService((await import('@posthorn/numbers/service')).numbersService, env),
}

const chassis = () => import('@posthorn/chassis')

/** Runs every part in this process: the least memory. */
export const oneProcess: Host = {
  async start(part: Part, env: Env): Promise<Hosted> {
    const running = part === 'simulator' ? await startSimulator(env) : await starters[part as 'contacts'](env)
    return { ...running, pid: () => undefined, stop: async () => void (await inTime(running.stop())) }
  },
}

async function startSimulator(env: Env): Promise<{ url: string; edgeUrl: null; stop(): Promise<void> }> {
  const { simulatorEnvironment, startSimulator: start } = await import('@posthorn/simulator/service')
  return { ...(await start(simulatorEnvironment.parse(env))), edgeUrl: null }
}
