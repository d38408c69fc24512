import { ModelPostgres, type Statement } from './postgres.fixture.ts'
import { list, positionLock, relayStatements } from './relay-statements.fixture.ts'
import type { Twin } from './twins.fixture.ts'

/** Models the statements of the stream check. */
const checkStatements = (pg: ModelPostgres): Statement[] => [
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
    text: 'delete from outbox_batch where js_seq is not null and (js_epoch <> $1',
    run: ({ params: [epoch, confirmedSeq], tx }) => {
      pg.write(tx, () => {
        pg.stored.published = pg.stored.published.filter(
          (row) => row.epoch === epoch && Math.max(...row.seqs) > Number(confirmedSeq),
        )
      })
      return []
    },
  },
  {
    text: 'select e.id, e.seq::float8 as seq, b.attempt',
    run: ({ params: [epoch, after, upTo] }) => pg.placed(String(epoch), Number(after), Number(upTo)),
  },
  {
    text: 'select count(*)::int as events from outbox_batch',
    run: ({ params: [epoch, after, upTo] }) => [
      { events: pg.placed(String(epoch), Number(after), Number(upTo)).length },
    ],
  },
  {
    text: 'where e.seq > $2 and (true)',
    run: ({ params: [epoch, after], tx }) => pg.reopen({ epoch: String(epoch), after: Number(after) }, () => true, tx),
  },
  {
    text: 'e.seq < $3 or e.seq = any($4::bigint[])',
    run: ({ params: [epoch, after, firstSeq, holes], tx }) => {
      const isLost = ({ seq }: { seq: number }) => seq < Number(firstSeq) || list<number>(holes).includes(seq)
      return pg.reopen({ epoch: String(epoch), after: Number(after) }, isLost, tx)
    },
  },
  {
    text: '(e.id, e.seq) in (select * from unnest($3::text[], $4::bigint[]))',
    run: ({ params: [epoch, after, ids, seqs], tx }) => {
      const missing = new Map(list<string>(ids).map((id, i) => [id, list<number>(seqs)[i]]))
      const isLost = ({ id, seq }: { id: string; seq: number }) => missing.get(id) === seq
      return pg.reopen({ epoch: String(epoch), after: Number(after) }, isLost, tx)
    },
  },
]

/** Models the statements that record received and dead events. */
const inboxStatements = (pg: ModelPostgres): Statement[] => [
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
    text: 'insert into failed_event',
    run: ({ params: [id] }) => {
      const failures = (pg.stored.failures.get(String(id)) ?? 0) + 1
      pg.stored.failures.set(String(id), failures)
      return [{ failures }]
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

/**
 * Creates a model of a service's Postgres that knows the statements of the relay, the stream check and the inbox. `twin`: the fault to
 * build in.
 */
export function createPostgres(twin: Twin | undefined): ModelPostgres {
  const pg = new ModelPostgres(twin)
  for (const statements of [relayStatements, checkStatements, inboxStatements]) pg.know(statements(pg))
  return pg
}
