import { migration } from '@posthorn/chassis'

/**
 * Numbers that a contact belongs to: those with a chat, and those that its creator was limited to. Chats and identities
 * are written in many places: triggers keep it.
 */
export const contacts021 = migration('contacts_021_numbers', [
  'alter table known_chat add column number_id text collate "C"',
  `alter table contact add column number_ids text[] not null default '{}'`,
  'create index contact_numbers on contact using gin (number_ids)',
  `create function give_numbers_of_chats() returns trigger language plpgsql set search_path from current as $$ begin
    update contact c set number_ids = array(select unnest(c.number_ids || a.number_ids) as id group by id order by id)
    from (
      select t.workspace_id, coalesce(i.contact_id, t.person) as id, array_agg(distinct t.number_id::text) as number_ids
      from touched t left join identity i on i.workspace_id = t.workspace_id and i.value = t.person
      where t.number_id is not null group by 1, 2
    ) a
    where c.workspace_id = a.workspace_id and c.id = a.id and not c.number_ids @> a.number_ids;
    return null;
  end $$`,
  `create function give_numbers_of_identities() returns trigger language plpgsql set search_path from current as $$ begin
    update contact c set number_ids = array(select unnest(c.number_ids || a.number_ids) as id group by id order by id)
    from (
      select t.workspace_id, t.contact_id as id, array_agg(distinct k.number_id::text) as number_ids
      from touched t join known_chat k on k.workspace_id = t.workspace_id and k.person = t.value
      where k.number_id is not null group by 1, 2
    ) a
    where c.workspace_id = a.workspace_id and c.id = a.id and not c.number_ids @> a.number_ids;
    return null;
  end $$`,
  ...['insert', 'update'].flatMap((change) =>
    [
      ['known_chat', 'give_numbers_of_chats'],
      ['identity', 'give_numbers_of_identities'],
    ].map(
      ([
        table,
        give,
      ]) => `create trigger ${table}_${change}_numbers after ${change} on ${table} referencing new table as touched
        for each statement execute function ${give}()`,
    ),
  ),
  `create function take_numbers_of_chats() returns trigger language plpgsql set search_path from current as $$ begin
    new.number_ids := array(
      select unnest(new.number_ids) as id union select k.number_id from known_chat k
      where k.workspace_id = new.workspace_id and k.person = new.id and k.number_id is not null order by id);
    return new;
  end $$`,
  `create trigger contact_numbers before insert on contact for each row execute function take_numbers_of_chats()`,
])
