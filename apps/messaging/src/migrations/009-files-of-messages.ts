import { migration } from '@posthorn/chassis'

/** Finds the messages that show a file; messages without one have no entry. */
export const messaging009 = migration('messaging_009_files_of_messages', [
  `create index message_file on message (workspace_id, (content->'media'->>'file')) where content->'media'->>'file' is not null`,
])
