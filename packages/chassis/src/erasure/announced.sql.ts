import type { EntityManager } from '@mikro-orm/postgresql'
import { idFloor } from '@posthorn/contracts'
import { isSetAsidePacked, payloadSetAside } from '../bus/outbox.sql.ts'
import { readPacked } from '../db/packed.ts'
import { sql } from '../db/statement.ts'
import { createTraceFinder } from './person.ts'

/** Kinds that say nothing about a person: only ids, sealed names and redacted values. */
const bareKinds = ['contact:deleted', 'erasure:requested', 'erasure:done', 'audit:recorded']
/** Unpacking this many events takes a few milliseconds, during which the process does nothing else. */
const rowsOfRange = 2_000
/** Longer than a transaction takes to commit the events that it announces. */
const openForMs = 3_600_000
const afterAllIds = '~'

/** A person to look for in announced events. `since`: the last search for the same traces; null if there was none. */
export type Traced = { traces: readonly string[]; since: Date | null }

type Surroundings = { em: EntityManager; log: Parameters<typeof readPacked>[0] }

/**
 * Deletes dead events about people, and published events about them that this service announced in a workspace since it last searched them.
 * `onTheirWay`: those about whom an event is still unpublished, and kept: the services of the next stage must apply it before they erase. `unread`:
 * those about whom a stored event may be that can't be read. Reads the newest events first, once for all people.
 */
export async function eraseAnnounced<T extends Traced>(
  { em, log }: Surroundings,
  workspace: string,
  people: readonly T[],
): Promise<{ onTheirWay: Set<T>; unread: Set<T> }> {
  const searches = people.map((person) => ({
    person,
    traces: person.traces,
    first: person.since === null ? '' : idFloor('evt', new Date(person.since).getTime() - openForMs),
  }))
  const find = createTraceFinder(searches)
  const first = searches.map((search) => search.first).toSorted()[0] ?? ''
  const [onTheirWay, unread] = [new Set<T>(), new Set<T>()]
  for (let before = afterAllIds; onTheirWay.size < people.length; ) {
    const [start] = await sql<{ id: string | null }>(
      em,
      `select min(id) as id from (select id from outbox where id < $1 and id > $2 order by id desc limit ${rowsOfRange}) o`,
      [before, first],
    )
    if (!start?.id) break
    const rows = await sql<{ id: string; payload: Buffer }>(
      em,
      'select id, payload from outbox where id >= $1 and id < $2 and workspace_id = $3 and kind <> all($4)',
      [start.id, before, workspace, bareKinds],
    )
    const found = new Map<string, typeof searches>()
    for (const { id, payload } of rows) {
      const hits = readPacked(log, { id, packed: payload }, find)
      const about = (hits ?? searches).filter((search) => id > search.first)
      if (hits) found.set(id, about)
      else for (const { person } of about) unread.add(person)
    }
    for (const id of await erasePublished(
      em,
      [...found.keys()].filter((id) => found.get(id)?.length),
    ))
      for (const { person } of found.get(id) ?? []) onTheirWay.add(person)
    before = start.id
  }
  const left = people.filter((person) => !onTheirWay.has(person))
  const traces = left.flatMap((person) => person.traces)
  if (!(await eraseDead({ em, log }, workspace, traces))) for (const person of left) unread.add(person)
  return { onTheirWay, unread }
}

/** Removes those of the events that are published. Returns the others. */
async function erasePublished(em: EntityManager, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const erased = await sql<{ id: string }>(
    em,
    `delete from outbox where id = any($1) and id <> all(array(
       select w.id from outbox_batch b cross join unnest(b.ids) as w (id) where b.js_seq is null and w.id = any($1))) returning id`,
    [ids],
  )
  const gone = new Set(erased.map(({ id }) => id))
  return ids.filter((id) => !gone.has(id))
}

/** Deletes events that were set aside and contain one of these traces. Returns false if one may contain them, but can't be read. */
async function eraseDead({ em, log }: Surroundings, workspace: string, traces: readonly string[]): Promise<boolean> {
  if (traces.length === 0) return true
  const dead = await sql<{ id: string; payload: string }>(
    em,
    `select event_id as id, payload from dead_event where strpos(payload, $1) > 0
       and (${isSetAsidePacked} and kind <> all($3) or exists (select 1 from unnest($2::text[]) t where strpos(payload, t) > 0))`,
    [workspace, traces, bareKinds],
  )
  const find = createTraceFinder([{ traces }])
  const gone: string[] = []
  let areAllRead = true
  for (const { id, payload } of dead)
    try {
      if (find(payloadSetAside(payload)).length > 0) gone.push(id)
    } catch (err) {
      // After a change of release, there may be thousands.
      if (areAllRead) log.error({ err, event: id }, 'event.unreadable')
      areAllRead = false
    }
  if (gone.length > 0) await sql(em, 'delete from dead_event where event_id = any($1)', [gone])
  return areAllRead
}
