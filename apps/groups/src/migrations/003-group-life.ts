import { migration } from '@posthorn/chassis'

/** The life of a group after its creation: its settings, who is in it, whether the provider suspended it, and its end. */
export const groups003 = migration('groups_003_group_life', [
  `alter table chat_group drop constraint chat_group_state_check`,
  `alter table chat_group
    add constraint chat_group_state_check check (state in ('creating', 'active', 'deleting', 'deleted', 'failed')),
    add column suspended boolean not null default false,
    add column image jsonb,
    add column changes jsonb not null default '[]',
    add column joined integer not null default 0,
    add column invited integer not null default 0,
    add column requested integer not null default 0`,
])
