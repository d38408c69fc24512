import { migration } from '@posthorn/chassis'

/**
 * Ids of contacts were hashes of workspace and phone, which can be computed back. Of people who were erased, none may remain: rows that
 * kept their ids go, and finished erasures name another. Ids that lead to a contact are found by it from now on.
 */
export const contacts012 = migration('contacts_012_random_ids', [
  `delete from gone_contact where merged_into is null`,
  `delete from gone_contact g where not exists (
     with recursive step (target, depth) as (
       select g.merged_into, 1
       union all
       select n.merged_into, s.depth + 1 from step s join gone_contact n on n.workspace_id = g.workspace_id and n.id = s.target where s.depth < 20
     )
     select 1 from step s join contact c on c.workspace_id = g.workspace_id and c.id = s.target)`,
  `create index gone_contact_target on gone_contact (workspace_id, merged_into) where merged_into is not null`,
  `update erasure set contact_id = 'con_0' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 25), contact_ids = '{}'
   where finished_at is not null and in_ledger`,
])
