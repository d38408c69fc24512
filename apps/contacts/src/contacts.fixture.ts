import {
  type BusEvent,
  type contacts as contract,
  type InputOf,
  type KeyScope,
  type OutputOf,
} from '@posthorn/contracts'
import { startTestService, type TestService, type TestServiceOptions, until } from '@posthorn/testkit'
import { afterAll, beforeAll } from 'vitest'
import { contactsService } from './service.ts'

export type Caller = ReturnType<TestService['as']>
type Import = OutputOf<typeof contract.imports.get>

type Client = TestService['clients']['contacts']

export const eraser = { scopes: ['read', 'send', 'manage', 'erase'] as KeyScope[] }

type ContactsFixture = TestService &
  Pick<Client, 'contacts' | 'imports' | 'segments' | 'erasures'> & {
    /** Waits until an import has ended, and returns it. */
    ended(id: string, caller: Caller): Promise<Import>
    /** Creates an import, and waits until it has ended. */
    run(input: InputOf<typeof contract.imports.create>, caller: Caller): Promise<Import>
    /** Returns all contacts that the caller can see, sorted by name. */
    listed(caller: Caller): Promise<OutputOf<typeof contract.contacts.list>['items']>
    /** Publishes an event, and waits until the service has applied it. */
    publish(event: BusEvent): Promise<void>
  }

/** Waits until an import has ended, and returns it. The service may restart meanwhile. */
export function importEnded(service: Pick<TestService, 'clients'>, id: string, caller: Caller): Promise<Import> {
  return until(
    async () => {
      const view = await service.clients.contacts.imports.get.query({ id }, caller)
      return view.completedAt === null ? undefined : view
    },
    { describe: `import ${id} to end` },
  )
}

/** Starts the service for a file's tests. */
export function useContacts(options: Pick<TestServiceOptions, 'env'> = {}): ContactsFixture {
  const fixture = {} as ContactsFixture
  beforeAll(async () => void Object.assign(fixture, await startContacts(options)))
  afterAll(() => fixture[Symbol.asyncDispose]())
  return fixture
}

async function startContacts(options: Pick<TestServiceOptions, 'env'>): Promise<ContactsFixture> {
  const service = await startTestService(contactsService, options)
  const { contacts, imports, segments, erasures } = service.clients.contacts
  const ended = (id: string, caller: Caller) => importEnded(service, id, caller)
  return {
    ...service,
    contacts,
    imports,
    segments,
    erasures,
    ended,
    run: async (input, caller) => ended((await imports.create.mutate(input, caller)).id, caller),
    listed: async (caller) => (await contacts.list.query({ sort: 'name:asc', size: 200 }, caller)).items,
    async publish(event) {
      await service.apply(event)
    },
  }
}
