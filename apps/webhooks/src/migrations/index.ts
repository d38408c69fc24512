import { webhooks001 } from './001-webhooks.ts'
import { webhooks002 } from './002-replays.ts'
import { webhooks003 } from './003-pace.ts'
import { webhooks004 } from './004-messages.ts'
import { webhooks005 } from './005-attempt-url.ts'
import { webhooks006 } from './006-erased-ids.ts'
import { webhooks007 } from './007-space-for-ends.ts'
import { webhooks008 } from './008-formats.ts'
import { webhooks009 } from './009-chat-events.ts'
import { webhooks010 } from './010-answers.ts'
import { webhooks011 } from './011-seldom-vacuums.ts'
import { webhooks012 } from './012-replayed-jobs.ts'

/** All migrations in their order. */
export const migrations = [
  webhooks001,
  webhooks002,
  webhooks003,
  webhooks004,
  webhooks005,
  webhooks006,
  webhooks007,
  webhooks008,
  webhooks009,
  webhooks010,
  webhooks011,
  webhooks012,
]
