import type { EntityManager, EventSubscriber, FlushEventArgs } from '@mikro-orm/core'

/** A row created, changed or removed through the EntityManager. A changed row includes only its changed fields. */
export type Change = {
  thing: string
  id: string | null
  workspace: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** Fields that add no information to an audit entry. */
const silent = new Set(['workspaceId', 'version', 'createdAt', 'updatedAt'])

const watched = new WeakMap<EntityManager, Change[]>()

/** Records everything flushed through this EntityManager from now on, for the audit log. */
export function watchChanges(em: EntityManager): Change[] {
  const changes: Change[] = []
  watched.set(em, changes)
  return changes
}

/** Records a change that was made with an SQL statement, which no flush reports. */
export function recordChange(em: EntityManager, change: Change): void {
  watched.get(em)?.push(change)
}

type ChangeSet = ReturnType<FlushEventArgs['uow']['getChangeSets']>[number]

/** Receives what every EntityManager flushes. Only an audited call watches its own: see `watchChanges`. */
export const changeSubscriber: EventSubscriber = {
  onFlush({ em, uow }) {
    watched.get(em)?.push(...uow.getChangeSets().flatMap(toChange))
  },
}

/** Returns a flushed row's change. A change of silent fields alone counts as none. */
function toChange({ type, entity, meta, payload, originalEntity = {} }: ChangeSet): Change[] {
  const row = entity as { id?: string; workspaceId?: string }
  const identity = { thing: meta.tableName, id: row.id ?? null, workspace: row.workspaceId ?? null }
  const [old, now] = [originalEntity as Record<string, unknown>, payload as Record<string, unknown>]
  if (type.startsWith('create')) return [{ ...identity, before: null, after: pick(now, Object.keys(now)) }]
  if (type.startsWith('delete')) return [{ ...identity, before: pick(old, Object.keys(old)), after: null }]
  const fields = Object.keys(now).filter((name) => !silent.has(name))
  return fields.length === 0 ? [] : [{ ...identity, before: pick(old, fields), after: pick(now, fields) }]
}

/** Returns the values of these fields, without the silent ones. */
function pick(values: Record<string, unknown>, fields: string[]): Record<string, unknown> {
  const shown = fields.filter((name) => !silent.has(name))
  return Object.fromEntries(shown.map((name) => [name, values[name] ?? null]))
}
