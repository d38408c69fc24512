import { type BusEvent, exampleContact, newId, type ServiceName, upkeep } from '@posthorn/contracts'
import {
  defineService,
  implement,
  inTransaction,
  migration,
  on,
  type Runtime,
  sql,
  type Tx,
  upkeepVerbs,
  withTenantScope,
} from '../index.ts'
import { startTestService, type TestService, type TestServiceOptions } from './service.fixture.ts'

/**
 * A service that consists of only the chassis, with operator verbs. It announces the events that a test requests, and records each event
 * that it applies in `effect`.
 */
export type Probe = AsyncDisposable & {
  fixture: TestService
  /** Announces this many contacts in one transaction. Returns their event ids. */
  announce(count: number): Promise<string[]>
  announcing<T>(workspace: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Event ids in the order of their effects. */
  effects(): Promise<string[]>
  runtime(): Runtime
}

type ProbeOptions = TestServiceOptions & {
  /** Name of the service that it stands in for. Default: contacts. */
  name?: ServiceName
  /** May throw to make an effect fail. */
  onEvent?: (event: BusEvent) => void
  /** Filters the events it applies. Default: all. */
  concerns?: (event: BusEvent) => boolean
}

/** Starts a probe on a fresh or given database. */
export async function startProbe(opts: ProbeOptions = {}): Promise<Probe> {
  let runtime: Runtime | undefined
  const definition = defineService({
    name: opts.name ?? 'contacts',
    config: {},
    entities: [],
    migrations: [migration('probe_001', ['create table effect (n bigserial primary key, event_id text not null)'])],
    deps: async (base) => {
      runtime = { ...base, deps: {} }
      return {}
    },
    router: implement(upkeep, upkeepVerbs),
    subscribers: [
      on(
        'contact:created',
        async ({ tx, events }) => {
          for (const event of events) {
            opts.onEvent?.(event)
            await sql(tx.em, 'insert into effect (event_id) values ($1)', [event.id])
          }
        },
        opts.concerns,
      ),
    ],
    workers: [],
  })
  const fixture = await startTestService({ ...definition, template: `probe_${definition.name}` }, opts)
  const current = () => runtime as Runtime
  const announcing: Probe['announcing'] = (workspace, work) =>
    withTenantScope({ workspaces: [workspace] }, () => inTransaction(current(), work))
  return {
    fixture,
    runtime: current,
    announce: (count) => {
      const workspace = newId('ws')
      const announceAll = async (tx: Tx) =>
        Array.from({ length: count }, () => {
          const id = newId('con')
          const data = { ...exampleContact, id }
          return tx.emit({ kind: 'contact:created', workspace, data, aggregate: { id, version: 1 } })
        })
      return announcing(workspace, announceAll)
    },
    announcing,
    effects: async () =>
      (await fixture.rows<{ event_id: string }>('select event_id from effect order by n')).map((row) => row.event_id),
    [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
  }
}
