import { unpack } from '../../db/packed.ts'
import { type ModelPostgres, nextAttempt, type Row, type Statement } from './postgres.fixture.ts'

export const positionLock = 'position'

/** Types a statement's parameter as the array that the statement passes. */
export const list = <T>(value: unknown): T[] => value as T[]

type Marked = { id: string; attempt: number; lowest: number; ids: string[]; seqs: string[] }

/** Models the statements that store, mark, sweep and set aside outbox batches. Each is found by part of its text. */
export const relayStatements = (pg: ModelPostgres): Statement[] => [
  {
    text: 'insert into outbox_batch (id, ids) values',
    run: ({ params: [rows, payloads, ids], tx }) => {
      const texts = elementsIn(payloads as Buffer).map(unpack)
      const createdAtMs = Date.now()
      const events = (JSON.parse(rows as string) as { id: string; kind: string }[]).map(({ id, kind }, i) => ({
        id,
        kind,
        payload: texts[i] ?? '',
        createdAtMs,
      }))
      const eventIds = elementsIn(ids as Buffer).map(String)
      const id = eventIds[0] ?? ''
      pg.write(tx, () => {
        for (const row of events) pg.stored.outbox.set(row.id, row)
        if (pg.twin !== 'events are published from memory only')
          pg.stored.waiting.set(id, { id, ids: eventIds, attempt: 0, failures: 0, retryAtMs: 0, createdAtMs })
      })
      return []
    },
  },
  {
    text: 'with position as (',
    waitsFor: () => [positionLock],
    run: ({ params: [json, epoch, highest], tx }) => {
      const { position, waiting } = pg.stored
      if (position === undefined || position.epoch !== epoch) return []
      const open = (JSON.parse(json as string) as Marked[]).filter(({ id }) => pg.isFree(id, tx))
      const isAnyAttempt = pg.twin === 'a lost event is published under its old message id'
      pg.lock(positionLock, tx)
      pg.write(tx, () => {
        pg.stored.position = { ...position, seq: Math.max(position.seq, Number(highest)) }
        for (const { id, attempt = 0, lowest, ids, seqs } of open) {
          const batch = waiting.get(id)
          if (!batch || (batch.attempt !== attempt && !isAnyAttempt)) continue
          if (lowest > position.confirmedSeq || pg.twin === 'a late mark is taken for confirmed') {
            waiting.delete(id)
            pg.stored.published.push({ epoch: String(epoch), ids, seqs: seqs.map(Number), attempt })
          } else waiting.set(id, { ...batch, attempt: nextAttempt(batch.attempt) })
        }
      })
      return [{}]
    },
  },
  {
    text: 'select b.id, b.ids, b.attempt from outbox_batch b',
    run: ({ params: [without], tx }) => {
      if (!pg.sweeps(tx)) return []
      const now = Date.now()
      const after = pg.twin === 'the sweep remembers the last id' ? pg.lastSwept : ''
      const open = [...pg.stored.waiting.values()].filter(
        ({ id, createdAtMs, retryAtMs }) =>
          id > after &&
          createdAtMs < now - 1_000 &&
          retryAtMs <= now &&
          !list<string>(without).includes(id) &&
          pg.isFree(id, tx),
      )
      const found = open.toSorted(byId).slice(0, 10)
      for (const { id } of found) pg.lock(id, tx)
      pg.lastSwept = found.at(-1)?.id ?? pg.lastSwept
      return found.flatMap((batch) => {
        const rows = batch.ids.flatMap((id): Row[] => pg.rowOf(batch, id))
        return rows.length > 0 ? rows : [{ batch: batch.id, id: null }]
      })
    },
  },
  {
    text: 'insert into outbox_batch (id, ids, attempt, created_at)\n     select e.id, array[e.id]',
    run: ({ params: [batches], tx }) => {
      pg.write(tx, () => {
        const { waiting } = pg.stored
        for (const batch of list<string>(batches).flatMap((id) => waiting.get(id) ?? [])) {
          if (batch.ids.length === 1) continue
          waiting.delete(batch.id)
          for (const id of batch.ids) waiting.set(id, { ...batch, id, ids: [id] })
        }
      })
      return []
    },
  },
  {
    text: 'update outbox_batch set failures = failures + 1',
    run: ({ params: [ids], tx }) => {
      pg.write(tx, () => {
        for (const id of list<string>(ids)) {
          const batch = pg.stored.waiting.get(id)
          if (!batch) continue
          const retryAtMs = Date.now() + Math.min(60, 2 ** batch.failures) * 1_000
          pg.stored.waiting.set(id, { ...batch, failures: batch.failures + 1, retryAtMs })
        }
      })
      return []
    },
  },
  {
    text: 'delete from outbox where id = any($2)',
    run: ({ params: [, ids, errors], tx }) => {
      pg.write(tx, () => {
        for (const [i, id] of list<string>(ids).entries()) {
          pg.stored.waiting.delete(id)
          if (pg.stored.outbox.delete(id)) pg.stored.dead.set(id, list<string>(errors)[i] ?? '')
        }
      })
      return []
    },
  },
  {
    text: 'delete from outbox_batch where js_seq is null and id = any($1)',
    run: ({ params: [ids], tx }) => {
      pg.write(tx, () => {
        for (const id of list<string>(ids)) pg.stored.waiting.delete(id)
      })
      return []
    },
  },
  {
    text: 'select id from outbox_batch where js_seq is null and id = any($1)',
    run: ({ params: [ids] }) =>
      list<string>(ids)
        .filter((id) => pg.stored.waiting.has(id))
        .map((id) => ({ id })),
  },
]

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)

/** Decodes an array in Postgres's binary format: a header of 20 bytes, then each element after its length. */
function elementsIn(bytes: Buffer): Buffer[] {
  const elements: Buffer[] = []
  for (let at = 20; at < bytes.length; ) {
    const length = bytes.readInt32BE(at)
    elements.push(bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return elements
}
