import { randomBytes } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contactsService } from '@posthorn/contacts/service'
import { type ServiceName, serviceNames } from '@posthorn/contracts'
import { gatewayService } from '@posthorn/gateway/service'
import { groupsService } from '@posthorn/groups/service'
import { messagingService } from '@posthorn/messaging/service'
import { numbersService } from '@posthorn/numbers/service'
import { sharedSimulator, startTestService, type TestService } from '@posthorn/testkit'
import { webhooksService } from '@posthorn/webhooks/service'
import { type Cell, openCell } from './cell.ts'

const definitions = {
  messaging: messagingService,
  contacts: contactsService,
  groups: groupsService,
  numbers: numbersService,
  webhooks: webhooksService,
}
const credential = 'test:test-credential-of-at-least-32-characters'
const masterKeys = `1:${Buffer.alloc(32, 7).toString('base64')}`

type AnswerBody = Record<string, unknown> & { id: string; status: string; signingSecret: string }

type Answer = { status: number; headers: Headers; body: AnswerBody }

export type TestCell = AsyncDisposable & {
  services: Record<ServiceName, TestService>
  cell: Cell
  /** Opens the cell once more, as another command does. */
  reopen(): Promise<Cell>
  call(method: string, path: string, request: { token: string; body?: unknown }): Promise<Answer>
  tenant(): Promise<{ workspace: string; token: string; number: string }>
  count(place: `${ServiceName}.${string}`, workspace: string): Promise<number>
}

type Services = TestCell['services']

/** Starts all services of a cell, each on its own database, with one shared bus. */
async function startServices(common: Record<string, string>): Promise<Services> {
  const busName = `t_${randomBytes(6).toString('hex')}`
  const start = (definition: unknown, env = {}) => startTestService(definition, { busName, env: { ...common, ...env } })
  const starting = Object.entries(definitions).map(async ([name, each]) => [name, await start(each)] as const)
  const behind = await Promise.all(starting)
  const urls = Object.fromEntries(behind.map(([name, { service }]) => [`${name.toUpperCase()}_URL`, service.url]))
  const gateway = await start(gatewayService, { PORT: '0', CREDENTIAL: credential, ...urls })
  return { ...Object.fromEntries(behind), gateway } as Services
}

function writeSettings(folder: string, services: Services, filesDir: string): string {
  const path = join(folder, 'cell.env')
  const databases = serviceNames.map((name) => `DATABASE_URL_${name.toUpperCase()}=${services[name].database.url}`)
  writeFileSync(path, [...databases, `MASTER_KEYS=${masterKeys}`, `FILES_DIR=${filesDir}`].join('\n'))
  return path
}

type Call = TestCell['call']

function callerOf(gateway: TestService): Call {
  return async (method, path, { token, body }) => {
    const headers = { Token: token, 'Content-Type': 'application/json' }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await fetch(`${gateway.service.edgeUrl}${path}`, { method, headers, ...sent })
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as AnswerBody }
  }
}

async function createTenant({ clients }: TestService, call: Call) {
  const operator = clients.calling({ workspace: null, scopes: ['operator'] })
  const { id: workspace } = await clients.gateway.workspaces.create.mutate({ name: 'Shop' }, operator)
  const { key: token } = await clients.gateway.workspaceKeys.create.mutate({ workspace, name: 'shop' }, operator)
  const body = { name: 'Shop', provider: 'simulator', default: true }
  const { body: made } = await call('POST', '/v1/numbers', { token, body })
  return { workspace, token, number: made.id }
}

export async function startCell(publicUrl: string): Promise<TestCell> {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-cell-'))
  const filesDir = join(folder, 'files')
  const services = await startServices({
    SIMULATOR_URL: sharedSimulator().url,
    PUBLIC_URL: publicUrl,
    ALLOW_PRIVATE_ADDRESSES: 'true',
    FILES_DIR: filesDir,
    CALLS_DIR: join(folder, 'calls'),
    MASTER_KEYS: masterKeys,
  })
  const settings = writeSettings(folder, services, filesDir)
  const cell = await openCell(settings)
  const call = callerOf(services.gateway)
  return {
    services,
    cell,
    reopen: () => openCell(settings),
    call,
    tenant: () => createTenant(services.gateway, call),
    async count(place, workspace) {
      const [service, table] = place.split('.') as [ServiceName, string]
      const text = `select count(*)::int as rows from ${table} where workspace_id = $1`
      return (await services[service].rows<{ rows: number }>(text, [workspace]))[0]?.rows ?? 0
    },
    async [Symbol.asyncDispose]() {
      await cell.close()
      await services.gateway[Symbol.asyncDispose]()
      const { gateway: _, ...behind } = services
      await Promise.all(Object.values(behind).map((service) => service[Symbol.asyncDispose]()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
