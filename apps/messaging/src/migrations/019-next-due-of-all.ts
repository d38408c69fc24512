import { migration } from '@posthorn/chassis'

/**
 * The index of due times is one of an expression, so that it is not taken for finding what is due of one number: a number with nothing
 * to send would read all that waits of one that is paused. And the chats of a phone.
 */
export const messaging019 = migration('messaging_019_next_due_of_all', [
  `drop index send_job_next`,
  `create index send_job_next on send_job ((run_at at time zone 'UTC')) where state = 'waiting'`,
  `create index chat_phone on chat (workspace_id, phone) where phone is not null`,
])
