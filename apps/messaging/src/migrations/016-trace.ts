import { migration } from '@posthorn/chassis'

/** The trace of the call that wanted a message: everything that is told of it later belongs to it. */
export const messaging016 = migration('messaging_016_trace', ['alter table message add column traceparent text'])
