import { migration } from '@posthorn/chassis'

/**
 * Per cent of a page that new deliveries fill. A delivery changes once, soon after it was stored, and no index has what changes. On full pages two of
 * three new versions went to another page, with an entry in each index.
 */
export const deliveryFillfactor = 70

/** Leaves space on the pages of deliveries for their ends; partitions to come are made so. */
export const webhooks007 = migration('webhooks_007_space_for_ends', [
  `do $$
   declare part text;
   begin
     for part in select inhrelid::regclass::text from pg_inherits where inhparent = 'delivery'::regclass loop
       execute 'alter table ' || part || ' set (fillfactor = ${deliveryFillfactor})';
     end loop;
   end $$`,
])
