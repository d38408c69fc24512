import { migration } from '@posthorn/chassis'

/** Every setting of a workspace, beside the one that statements of the dispatcher read. */
export const messaging035 = migration('messaging_035_settings', [
  `alter table workspace_setting add column settings jsonb not null default '{}'`,
])
