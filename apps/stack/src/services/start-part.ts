import type { startService as StartService } from '@posthorn/chassis'
import type { ServiceName } from '@posthorn/contracts'
import type { Part } from '../parts.ts'

/** A part that runs in this process. */
export type RunningPart = { url: string; edgeUrl: string | null; stop(): Promise<void> }

type Env = Record<string, string>
type Definition = Parameters<typeof StartService>[0]

const definitions: Record<ServiceName, () => Promise<unknown>> = {
  gateway: async () => (await import('@posthorn/gateway/service')).gatewayService,
  messaging: async () => (await import('@posthorn/messaging/service')).messagingService,
  contacts: async () => (await import('@posthorn/contacts/service')).contactsService,
  groups: async () => (await import('@posthorn/groups/service')).groupsService,
  numbers: async () => (await import('@posthorn/numbers/service')).numbersService,
  webhooks: async () => (await import('@posthorn/webhooks/service')).webhooksService,
}

/** Loads the code of every part. */
export async function loadParts(): Promise<void> {
  await Promise.all([import('@posthorn/simulator/service'), ...Object.values(definitions).map((load) => load())])
}

/** Starts a part in this process; `say` gets a line when it waits. */
export async function startPart(part: Part, env: Env, say: (line: string) => void): Promise<RunningPart> {
  if (part === 'simulator') return startSimulator(env)
  const { finishStartSoon, startService } = await import('@posthorn/chassis')
  const onWait = (line: string) => say(`${part} ${line}`)
  const running = await startService((await definitions[part]()) as Definition, env, { onWait })
  finishStartSoon()
  return running
}

async function startSimulator(env: Env): Promise<RunningPart> {
  const { simulatorEnvironment, startSimulator: start } = await import('@posthorn/simulator/service')
  return { ...(await start(simulatorEnvironment.parse(env))), edgeUrl: null }
}
