import { migration } from '@posthorn/chassis'

/** Adds the trace of the call that requested a message: every later event of the message belongs to it. */
export const messaging016 = migration('messaging_016_trace', ['alter table message add column traceparent text'])
