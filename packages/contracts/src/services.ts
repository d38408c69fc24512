import { accounts } from './accounts/contract.ts'
import { contacts } from './contacts/contract.ts'
import type { Contract, Mutation, Query } from './contract.ts'
import { groups } from './groups/contract.ts'
import { messaging } from './messaging/contract.ts'
import { numbers } from './numbers/contract.ts'
import { webhooks } from './webhooks/contract.ts'

export const services = { gateway: accounts, messaging, contacts, groups, numbers, webhooks } as const satisfies Record<
  string,
  Contract
>

/** Name of a service, and of its Postgres schema and role. */
export type ServiceName = keyof typeof services

/** Service names, in contract order. */
export const serviceNames: readonly ServiceName[] = Object.keys(services) as ServiceName[]

export type PlacedOperation = { service: ServiceName; noun: string; verb: string; operation: Query | Mutation }

/** Returns all operations of all services, in contract order. */
export const allOperations = (): PlacedOperation[] =>
  (Object.entries(services) as [ServiceName, Contract][]).flatMap(([service, contract]) =>
    Object.entries(contract).flatMap(([noun, verbs]) =>
      Object.entries(verbs).map(([verb, operation]) => ({ service, noun, verb, operation })),
    ),
  )
