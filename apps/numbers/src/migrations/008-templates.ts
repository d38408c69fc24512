import { migration } from '@posthorn/chassis'

/** Adds the templates of numbers as they were when the provider was last asked, so that a search need not wait for it. */
export const numbers008 = migration('numbers_008_templates', [
  `create table template (
    workspace_id text collate "C" not null,
    number_id text collate "C" not null,
    name text not null,
    language text not null,
    body text,
    primary key (workspace_id, number_id, name, language),
    foreign key (workspace_id, number_id) references number (workspace_id, id) on delete cascade
  )`,
  `alter table number add column templates_due_at timestamptz not null default now()`,
])
