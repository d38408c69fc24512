import { migration } from '@posthorn/chassis'
import { createTextFunctions } from '@posthorn/contracts'

/**
 * Words of messages without case and accents, parts of texts without spaces, and emoji. They are in a column, since row-level security lets an
 * index be used only with functions of Postgres; plain texts have none and are found by `message_words`. Names of chats are folded, too.
 */
export const messaging048 = migration('messaging_048_folded_words', [
  createTextFunctions.folded,
  createTextFunctions.spacedWords,
  createTextFunctions.unspacedParts,
  `create function words_of(value text) returns tsvector language sql immutable parallel safe
    return spaced_words(folded(value)) || array_to_tsvector(unspaced_parts(folded(value)))`,
  `alter table message add column folded_words tsvector generated always as
    (case when octet_length(body) > length(body) then words_of(body) end) stored`,
  'create index message_folded_words on message using gin (folded_words) where folded_words is not null',
  `create or replace function note_chat_search() returns trigger language plpgsql set search_path from current as $$ begin
    insert into chat_search (workspace_id, chat_id, trigrams)
      values (new.workspace_id, new.id, trigrams(folded(new.name)) || trigrams(new.phone))
      on conflict (workspace_id, chat_id) do update set trigrams = excluded.trigrams;
    return null;
  end $$`,
  `update chat_search s set trigrams = trigrams(folded(c.name)) || trigrams(c.phone) from chat c
    where c.workspace_id = s.workspace_id and c.id = s.chat_id`,
])
