import { migration } from '@posthorn/chassis'

/** Stored callbacks of workspaces are unpacked in turn. */
export const numbers011 = migration('numbers_011_callbacks_in_turn', [
  'create index provider_inbox_turn on provider_inbox (workspace_id, id) where unpacked_at is null',
  'drop index provider_inbox_waiting',
])
