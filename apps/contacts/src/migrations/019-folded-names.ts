import { migration } from '@posthorn/chassis'
import { createTextFunctions } from '@posthorn/contracts'

/** Names are found without case and accents, and by each character of scripts without spaces between words. */
export const contacts019 = migration('contacts_019_folded_names', [
  createTextFunctions.folded,
  createTextFunctions.spaced,
  'alter table contact drop column name_trigrams',
  'drop function trigrams(text)',
  `create function trigrams(value text) returns text[] language sql immutable parallel safe cost 10000
    return (
      select coalesce(array_agg(distinct substr(padded, i, 3)), '{}')
      from (select '  ' || regexp_replace(btrim(spaced(folded(coalesce(value, '')))), '\\s+', '  ', 'g') || ' ' as padded) as p,
        generate_series(1, length(padded) - 2) as i
    )`,
  `alter table contact add column name_trigrams text[] not null generated always as (trigrams(name)) stored`,
  `create index contact_name on contact using gin (name_trigrams)`,
])
