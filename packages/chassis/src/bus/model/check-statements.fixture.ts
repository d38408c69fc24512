import type { ModelPostgres, Statement } from './postgres.fixture.ts'
import { list, positionLock } from './relay-statements.fixture.ts'

/** Statements that find losses and confirm events. */
export const checkStatements = (pg: ModelPostgres): Statement[] => [
  {
    text: 'from relay_position for update',
    waitsFor: () => [positionLock],
    run: ({ tx }) => {
      pg.lock(positionLock, tx)
      return pg.stored.position ? [{ ...pg.stored.position }] : []
    },
  },
  { text: 'from relay_position', run: () => (pg.stored.position ? [{ ...pg.stored.position }] : []) },
  {
    text: 'insert into relay_position',
    run: ({ params: [epoch] }) => {
      pg.stored.position ??= { epoch: String(epoch), seq: 0, confirmedSeq: 0 }
      return []
    },
  },
  {
    text: 'update relay_position set js_epoch = $1',
    run: ({ params: [epoch, seq, confirmedSeq], tx }) => {
      pg.write(tx, () => {
        pg.stored.position = { epoch: String(epoch), seq: Number(seq), confirmedSeq: Number(confirmedSeq) }
      })
      return []
    },
  },
  {
    text: 'delete from outbox_published where js_epoch <> $1',
    run: ({ params: [epoch, confirmedSeq], tx }) => {
      pg.write(tx, () => {
        pg.stored.published = pg.stored.published.filter((row) => row.epoch === epoch && row.seq > Number(confirmedSeq))
      })
      return []
    },
  },
  {
    text: 'where js_epoch = $1 and js_seq > $2 and js_seq <= $3 and published_at is not null\n  union all',
    run: ({ params: [epoch, after, upTo] }) => pg.placed(String(epoch), Number(after), Number(upTo)),
  },
  {
    text: 'select count(*)::int as events from (',
    run: ({ params: [epoch, after, upTo] }) => [
      { events: pg.placed(String(epoch), Number(after), Number(upTo)).length },
    ],
  },
  {
    text: 'from unnest($1::text[], $2::integer[]) as m (id, republished)',
    run: ({ params: [ids, numbers], tx }) => {
      const missing = list<string>(ids).filter((id, i) => {
        const row = pg.stored.outbox.get(id)
        return row?.isPublished && row.republished === list<number>(numbers)[i]
      })
      pg.reopen(missing, tx)
      return missing.map((id) => ({ id }))
    },
  },
  {
    text: 'where id = any(array(select m.id from outbox_published p',
    run: ({ params: [epoch, after, before, holes], tx }) => {
      const isLost = (seq: number) => before === undefined || seq <= Number(before) || list<number>(holes).includes(seq)
      return pg.reopenMarked(String(epoch), Number(after), isLost, tx)
    },
  },
  {
    text: 'and js_seq = any($2) and js_seq > $3',
    run: ({ params: [epoch, holes, after], tx }) =>
      pg.reopenPlaced(String(epoch), (seq) => list<number>(holes).includes(seq) && seq > Number(after), tx),
  },
  {
    text: 'where published_at is not null and js_epoch = $1 and js_seq > $2',
    run: ({ params: [epoch, after, before], tx }) =>
      pg.reopenPlaced(
        String(epoch),
        (seq) => seq > Number(after) && (before === undefined || seq <= Number(before)),
        tx,
      ),
  },
]

/** Statements of the inbox and of dead events. */
export const inboxStatements = (pg: ModelPostgres): Statement[] => [
  {
    text: 'insert into received_event',
    waitsFor: ({ params: [ids] }) => list<string>(ids).map((id) => `received ${id}`),
    run: ({ params: [ids], tx }) => {
      const forgets = pg.twin === 'the inbox forgets'
      const fresh = list<string>(ids).filter((id) => forgets || !pg.stored.received.has(id))
      for (const id of fresh) pg.lock(`received ${id}`, tx)
      const receive = () => {
        for (const id of fresh) pg.stored.received.add(id)
      }
      if (pg.twin === 'the inbox commits apart from the effect') receive()
      else pg.write(tx, receive)
      return fresh.map((event_id) => ({ event_id }))
    },
  },
  {
    text: 'update outbox set published_at = null, failures = failures + 1',
    run: () => [],
  },
  {
    text: 'with gone as (\n       delete from outbox where id = any($2)',
    run: ({ params: [, ids, errors], tx }) => {
      pg.write(tx, () => {
        for (const [i, id] of list<string>(ids).entries())
          if (pg.stored.outbox.delete(id)) pg.stored.dead.set(id, list<string>(errors)[i] ?? '')
      })
      return []
    },
  },
  {
    text: 'insert into dead_event (consumer, event_id, kind, payload, error, deliveries) values',
    run: ({ params: [, id, , , error], tx }) => {
      pg.write(tx, () => void pg.stored.dead.set(String(id), String(error)))
      return []
    },
  },
]
