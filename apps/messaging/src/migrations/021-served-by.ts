import { migration } from '@posthorn/chassis'

/** Which process serves a number: as long as it does, no other sends for it, so that one pace holds the level. */
export const messaging021 = migration('messaging_021_served_by', ['alter table lane add column served_by text'])
