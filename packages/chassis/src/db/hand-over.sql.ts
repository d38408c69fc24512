/**
 * Statements of a migration that let the release before find what this one has not finished. That release inserts into `relay_position`
 * before it looks at its events, this one only where the row is missing. The function gives it the sequences of events that are not
 * confirmed, and the events that wait and were not published at once. It locks the position first, as those do that mark and confirm, and
 * leaves alone what a relay publishes now.
 */
export const handOver: string[] = [
  `create function hand_over_events() returns trigger language plpgsql as $$
    begin
      perform 1 from relay_position for update;
      update outbox o set js_epoch = p.js_epoch, js_seq = m.seq
      from relay_position r
        join outbox_published p on p.js_epoch = r.js_epoch and p.js_seq > r.confirmed_seq
        cross join unnest(p.ids, p.seqs) as m (id, seq)
      where o.id = m.id and m.seq > r.confirmed_seq and o.published_at is not null and o.js_seq is null and o.republished = 0;
      delete from outbox_published;
      with handed as (
        delete from outbox_waiting where id in (
          select id from outbox_waiting where created_at < now() - interval '2 seconds' for update skip locked
        ) returning ids
      )
      update outbox set published_at = null where id in (select unnest(ids) from handed);
      return new;
    end
  $$`,
  'create trigger hand_over_events before insert on relay_position for each row execute function hand_over_events()',
]

/**
 * Statements of a migration that let the release before know what this one has applied. It notes each event in `inbox`, this one in
 * `received_event`: what goes into the first goes into the second too, and what stands there is not inserted, so it has no effect again.
 */
export const receiveOnce: string[] = [
  `create function receive_once() returns trigger language plpgsql as $$
    begin
      insert into received_event (event_id) values (new.event_id) on conflict do nothing;
      if not found then
        return null;
      end if;
      return new;
    end
  $$`,
  'create trigger receive_once before insert on inbox for each row execute function receive_once()',
]
