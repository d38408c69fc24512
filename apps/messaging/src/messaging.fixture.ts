import { exampleNumber, newId, type QuietHours } from '@posthorn/contracts'
import { simulatorControl } from '@posthorn/provider'
import {
  busEvent,
  type SimulatorProcess,
  startSimulatorProcess,
  startTestService,
  type TestService,
  until,
} from '@posthorn/testkit'
import { messagingService } from './service.ts'

/** A messaging service with a simulator beside it. */
export type MessagingKit = AsyncDisposable & {
  kit: TestService
  simulator: SimulatorProcess
  /** A workspace with a connected simulator number; a further number of a workspace that has one is not its default. */
  connected(opts?: ConnectOptions): Promise<Line>
  /** Calls the simulator accepted for a number. */
  accepted(line: Line): Promise<LedgerEntry[]>
  /** All calls the simulator saw for a number. */
  calls(line: Line): Promise<LedgerEntry[]>
}

/** How a number is connected; `workspace`: one that has a number already. */
type ConnectOptions = { ratePerSecond?: number; quietHours?: QuietHours; workspace?: string }

/** A workspace and its number. */
export type Line = {
  workspace: string
  number: string
  phoneNumberId: string
  resource: Record<string, unknown>
  accessToken: string
}
type LedgerEntry = Awaited<ReturnType<ReturnType<typeof simulatorControl>['ledger']>>['entries'][number]

/** Starts both. Callbacks of the simulator go nowhere: tests put the provider's news on the bus themselves. */
export async function startMessaging(env: Record<string, string> = {}): Promise<MessagingKit> {
  const simulator = await startSimulatorProcess()
  const kit = await startTestService(messagingService, { env: { SIMULATOR_URL: simulator.url, ...env } })
  const control = simulatorControl({ baseUrl: simulator.url })
  const calls = async (line: Line) => (await control.ledger({ phoneNumberId: line.phoneNumberId })).entries
  return {
    kit,
    simulator,
    calls,
    accepted: async (line) => (await calls(line)).filter((entry) => entry.accepted),
    connected: (opts = {}) => connect(kit, control, opts),
    async [Symbol.asyncDispose]() {
      await kit[Symbol.asyncDispose]()
      await simulator.stop()
    },
  }
}

async function connect(
  kit: TestService,
  control: ReturnType<typeof simulatorControl>,
  opts: ConnectOptions,
): Promise<Line> {
  const workspace = opts.workspace ?? kit.workspace()
  const number = newId('num')
  const made = await control.createNumber({
    name: 'Shop',
    callbackUrl: 'http://127.0.0.1:9/nowhere',
    verifyToken: 'not-verified',
  })
  const resource = {
    id: number,
    phone: '+15550000001',
    name: 'Shop',
    provider: 'simulator' as const,
    phoneNumberId: made.phoneNumberId,
    status: 'active' as const,
    session: { status: 'online' as const, since: new Date().toISOString(), lastError: null },
    default: opts.workspace === undefined,
    device: exampleNumber.device,
    settings: { ratePerSecond: opts.ratePerSecond ?? null, quietHours: opts.quietHours ?? null },
    callbackUrl: 'http://127.0.0.1:9/nowhere',
    createdAt: new Date().toISOString(),
  }
  const credentials = JSON.stringify({ phoneNumberId: made.phoneNumberId, accessToken: made.accessToken })
  const ciphertext = kit.vault.seal(credentials, `number ${number}`)
  const data = { number: resource, businessAccountId: null, ciphertext }
  await kit.bus.publish(
    busEvent({ event: 'number:credentials', workspace, data, aggregate: { id: number, version: 1 } }),
  )
  await until(async () => (await kit.rows('select 1 from lane where number_id = $1', [number])).length === 1)
  return { workspace, number, phoneNumberId: made.phoneNumberId, resource, accessToken: made.accessToken }
}

/** A status as numbers would announce it. */
export function statusEvent(
  line: Line,
  data: { providerId: string; status: 'sent' | 'delivered' | 'read' | 'failed'; callbackTag?: string; at?: string },
) {
  const { at, ...rest } = data
  return busEvent({
    event: 'provider:status',
    workspace: line.workspace,
    data: { number: line.number, timestamp: at ?? new Date().toISOString(), ...rest },
  })
}
