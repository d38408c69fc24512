import { migration } from '@posthorn/chassis'

/**
 * Adds the names of chats, in threes of characters: in a table of its own, as each message changes the row of its chat and would write the
 * index anew. Triggers keep it, since chats are stored in several places; an operator who changes a chat by hand may have another search path.
 */
export const messaging020 = migration('messaging_020_chat_search', [
  `create function trigrams(value text) returns text[] language sql immutable parallel safe as $$
    select coalesce(array_agg(distinct substr(folded, i, 3)), '{}')
    from (select lower(value) as folded) as f, generate_series(1, length(folded) - 2) as i
  $$`,
  `create table chat_search (
    workspace_id text collate "C" not null,
    chat_id text collate "C" not null,
    trigrams text[] not null,
    primary key (workspace_id, chat_id),
    foreign key (workspace_id, chat_id) references chat (workspace_id, id) on delete cascade
  )`,
  `insert into chat_search select workspace_id, id, trigrams(name) || trigrams(phone) from chat`,
  `create index chat_search_trigrams on chat_search using gin (trigrams)`,
  `create function note_chat_search() returns trigger language plpgsql set search_path from current as $$ begin
    insert into chat_search (workspace_id, chat_id, trigrams) values (new.workspace_id, new.id, trigrams(new.name) || trigrams(new.phone))
      on conflict (workspace_id, chat_id) do update set trigrams = excluded.trigrams;
    return null;
  end $$`,
  `create trigger chat_is_made after insert on chat for each row execute function note_chat_search()`,
  `create trigger chat_is_renamed after update of name, phone on chat for each row
    when (old.name is distinct from new.name or old.phone is distinct from new.phone) execute function note_chat_search()`,
])
