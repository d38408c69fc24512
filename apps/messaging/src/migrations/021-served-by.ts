import { migration } from '@posthorn/chassis'

/** Stores the process that serves a number: meanwhile no other sends for it, so that a single pacer keeps the rate. */
export const messaging021 = migration('messaging_021_served_by', ['alter table lane add column served_by text'])
