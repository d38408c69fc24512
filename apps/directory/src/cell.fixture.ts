import { gatewayService } from '@posthorn/gateway/service'
import { numbersService } from '@posthorn/numbers/service'
import { sharedSimulator, startTestService, type TestService } from '@posthorn/testkit'

/** Credential that the test kit's services accept. */
export const credential = 'test:test-credential-of-at-least-32-characters'

/** A cell under test: its gateway, its numbers service, and the setup steps that operators perform. */
export type TestCell = AsyncDisposable & {
  gateway: TestService
  numbers: TestService
  /** This cell's entry in the directory's settings. */
  entry: string
  /** Host and port of its public API. */
  upstream: string
  tenant(): Promise<{ workspace: string; token: string }>
  /** Connects a simulator number. */
  number(workspace: string): Promise<string>
}

/** Starts a gateway and a numbers service with separate databases. */
export async function startCell(name: string): Promise<TestCell> {
  const simulator = sharedSimulator()
  const numbers = await startTestService(numbersService, { env: { SIMULATOR_URL: simulator.url } })
  const env = { PORT: '0', CREDENTIAL: credential, SERVICE_WAIT_MS: '0', NUMBERS_URL: numbers.service.url }
  const gateway = await startTestService(gatewayService, { env })
  const upstream = new URL(gateway.service.edgeUrl ?? '').host
  const { workspaces, workspaceKeys } = gateway.clients.gateway
  const operator = gateway.clients.calling({ workspace: null, scopes: ['operator'] })
  return {
    gateway,
    numbers,
    upstream,
    entry: `${name}=${upstream} ${gateway.service.url}`,
    async tenant() {
      const { id: workspace } = await workspaces.create.mutate({ name }, operator)
      const { key: token } = await workspaceKeys.create.mutate({ workspace, name }, operator)
      return { workspace, token }
    },
    async number(workspace) {
      const input = { name, provider: 'simulator' as const }
      return (await numbers.clients.numbers.numbers.create.mutate(input, numbers.as(workspace))).id
    },
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]()
      await numbers[Symbol.asyncDispose]()
    },
  }
}
