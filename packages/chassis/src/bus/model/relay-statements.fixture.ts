import type { ModelPostgres, OutboxRow, Statement } from './postgres.fixture.ts'

/** Lock that serializes changes to the position in the stream. */
export const positionLock = 'position'

/** A parameter that is a list. */
export const list = <T>(value: unknown): T[] => value as T[]

/** Statements that store, publish and mark events. */
export const relayStatements = (pg: ModelPostgres): Statement[] => [
  {
    text: 'insert into outbox_waiting (id, ids) values',
    run: ({ params: [rows, payloads, ids], tx }) => {
      const texts = textsIn(payloads as Buffer)
      const written = (JSON.parse(rows as string) as { id: string; kind: string }[]).map(({ id, kind }, i) => ({
        id,
        kind,
        payload: texts[i] ?? '',
        isPublished: true,
        place: null,
        republished: 0,
        retryAtMs: 0,
        createdAtMs: Date.now(),
      }))
      const all = textsIn(ids as Buffer)
      const createdAtMs = Date.now()
      pg.write(tx, () => {
        for (const row of written) pg.stored.outbox.set(row.id, row)
        if (pg.twin !== 'events are published from memory only')
          pg.stored.waiting.set(all[0] ?? '', { id: all[0] ?? '', ids: all, createdAtMs })
      })
      return []
    },
  },
  {
    text: 'select id, kind, payload, republished from outbox, (select',
    run: ({ params: [seconds], tx }) => {
      if (!pg.sweeps(tx)) return []
      const now = Date.now()
      const remembers = pg.twin === 'the sweep remembers the last id'
      const open = [...pg.stored.outbox.values()].filter(
        ({ id, isPublished, createdAtMs, retryAtMs }) =>
          !isPublished &&
          (!remembers || id > pg.lastSwept) &&
          createdAtMs < now - Number(seconds) * 1_000 &&
          retryAtMs <= now &&
          pg.isFree(id, tx),
      )
      const found = open.toSorted(byId).slice(0, 20)
      for (const { id } of found) pg.lock(id, tx)
      pg.lastSwept = found.at(-1)?.id ?? pg.lastSwept
      return found.map((row) => pg.rowOf(row))
    },
  },
  {
    text: 'update outbox set published_at = case',
    waitsFor: () => [positionLock],
    run: ({ params: [rows, epoch, highest], tx }) => {
      const { position, outbox } = pg.stored
      if (position === undefined || position.epoch !== epoch) return []
      const open = (JSON.parse(rows as string) as { id: string; seq: number }[]).filter(
        ({ id }) => outbox.get(id)?.isPublished === false && pg.isFree(id, tx),
      )
      pg.lock(positionLock, tx)
      pg.write(tx, () => {
        pg.stored.position = { ...position, seq: Math.max(position.seq, Number(highest)) }
        for (const { id, seq } of open) {
          const row = outbox.get(id)
          const counts = seq > position.confirmedSeq || pg.twin === 'a late mark is taken for confirmed'
          if (row && counts) outbox.set(id, { ...row, isPublished: true, place: { epoch: String(epoch), seq } })
          else if (row) outbox.set(id, { ...row, republished: row.republished + 1 })
        }
      })
      return open
    },
  },
  {
    text: 'insert into outbox_published',
    waitsFor: () => [positionLock],
    run: ({ params: [json, epoch, highest], tx }) => {
      const { position } = pg.stored
      if (position === undefined || position.epoch !== epoch) return []
      const batches = JSON.parse(json as string) as { id: string; lowest: number; ids: string[]; seqs: string[] }[]
      const open = batches.filter(
        ({ id, lowest }) =>
          pg.stored.waiting.has(id) &&
          pg.isFree(id, tx) &&
          (lowest > position.confirmedSeq || pg.twin === 'a late mark is taken for confirmed'),
      )
      pg.lock(positionLock, tx)
      pg.write(tx, () => {
        pg.stored.position = { ...position, seq: Math.max(position.seq, Number(highest)) }
        for (const { id, ids, seqs } of open) {
          pg.stored.waiting.delete(id)
          const places = seqs.map(Number)
          pg.stored.published.push({ epoch: String(epoch), seq: Math.max(...places), ids, seqs: places })
        }
      })
      return [{ confirmedSeq: pg.twin === 'a late mark is taken for confirmed' ? -1 : position.confirmedSeq }]
    },
  },
  {
    text: 'with gone as (delete from outbox_waiting',
    run: ({ params: [ids], tx }) => {
      const gone = list<string>(ids).flatMap((id) => pg.stored.waiting.get(id)?.ids ?? [])
      pg.write(tx, () => {
        for (const id of list<string>(ids)) pg.stored.waiting.delete(id)
      })
      pg.reopen(gone, tx)
      return []
    },
  },
  {
    text: 'select outbox_waiting.id, ids from outbox_waiting',
    run: ({ params: [seconds, without], tx }) => {
      if (!pg.sweeps(tx)) return []
      const now = Date.now()
      const after = pg.twin === 'the sweep remembers the last id' ? pg.lastSwept : ''
      const open = [...pg.stored.waiting.values()].filter(
        ({ id, createdAtMs }) =>
          id > after &&
          createdAtMs < now - Number(seconds) * 1_000 &&
          !list<string>(without).includes(id) &&
          pg.isFree(id, tx),
      )
      const found = open.toSorted(byId).slice(0, 10)
      for (const { id } of found) pg.lock(id, tx)
      pg.lastSwept = found.at(-1)?.id ?? pg.lastSwept
      return found.flatMap(({ id: batch, ids }) => {
        const rows = ids.map((id) => pg.stored.outbox.get(id)).filter((row) => row && row.retryAtMs <= now)
        return rows.length > 0 ? rows.map((row) => ({ batch, ...pg.rowOf(row as OutboxRow) })) : [{ batch, id: null }]
      })
    },
  },
  {
    text: 'delete from outbox_waiting where id = any($1)',
    run: ({ params: [ids], tx }) => {
      pg.write(tx, () => {
        for (const id of list<string>(ids)) pg.stored.waiting.delete(id)
      })
      return []
    },
  },
  {
    text: 'with moved as (',
    run: ({ tx }) => {
      const old = [...pg.stored.waiting.values()].filter(
        ({ id, createdAtMs }) => createdAtMs < Date.now() - 10_000 && pg.isFree(id, tx),
      )
      pg.write(tx, () => {
        for (const { id, ids } of old) {
          pg.stored.waiting.delete(id)
          for (const each of ids) {
            const row = pg.stored.outbox.get(each)
            if (row) pg.stored.outbox.set(each, { ...row, isPublished: false })
          }
        }
      })
      return []
    },
  },
  {
    text: 'select id from outbox_waiting where id = any($1)',
    run: ({ params: [ids] }) =>
      list<string>(ids)
        .filter((id) => pg.stored.waiting.has(id))
        .map((id) => ({ id })),
  },
]

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)

/** Parses a binary `text[]` from `textArray`. */
function textsIn(bytes: Buffer): string[] {
  const texts: string[] = []
  for (let at = 20; at < bytes.length; ) {
    const length = bytes.readInt32BE(at)
    texts.push(bytes.toString('utf8', at + 4, at + 4 + length))
    at += 4 + length
  }
  return texts
}
