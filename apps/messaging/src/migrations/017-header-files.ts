import { migration } from '@posthorn/chassis'

/** Finds the messages that show a file above their buttons or in their template; others have no entry. */
export const messaging017 = migration('messaging_017_header_files', [
  `create index message_header_file on message
     (workspace_id, (coalesce(content->'header'->'media'->>'file', content->'templateMedia'->>'file')))
     where coalesce(content->'header'->'media'->>'file', content->'templateMedia'->>'file') is not null`,
])
