import { type CallOptions, type Clients, createClients, faultOf } from '@posthorn/client'
import { notRunning, readRun } from './access.ts'
import { refused } from './refusal.ts'

export type OperatorAccess = { clients: Clients; operator: { context: Record<string, unknown> } }

export async function asOperator<T>(dataDir: string, work: (access: OperatorAccess) => Promise<T>): Promise<T> {
  const { urls, credential } = readRun(dataDir)
  const clients = createClients({ urls, credential, timeoutMs: 15_000 })
  const call: CallOptions = { scopes: ['operator'] }
  try {
    return await work({ clients, operator: clients.calling(call) })
  } catch (error) {
    const fault = faultOf(error)
    throw fault.code === 'service:unavailable' ? notRunning(dataDir) : refused(fault, fault.status)
  } finally {
    await clients.close()
  }
}
