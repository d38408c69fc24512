import { migration } from '@posthorn/chassis'

/** Posts of any content, and channels with a version that orders their events. */
export const groups004 = migration('groups_004_any_content', [
  'alter table channel add column version integer not null default 1',
  'alter table post add column content jsonb',
  `update post set content = jsonb_strip_nulls(jsonb_build_object('message', message, 'template', template))`,
  'alter table post alter column content set not null, drop column message, drop column template',
])
