import { z } from 'zod'
import { named } from '../names.ts'
import { time } from '../primitives.ts'

/** Why a queued message is waiting. */
export const waiting = named(
  'MessageWaiting',
  z.object({
    reason: z
      .enum([
        'schedule',
        'order',
        'pacing',
        'pair_limit',
        'number_paused',
        'number_draining',
        'number_offline',
        'number_throttled',
        'number_refused',
        'provider_outage',
        'quarantine',
        'window_closed',
        'quiet_hours',
        'typing',
        'retry',
        'outcome',
      ])
      .describe(
        'number_draining: accepted while the queue was draining; number_throttled: the provider asked for a pause; number_refused: the provider refused the number or its token; provider_outage: calls to the provider fail, and messages are tried one at a time; quarantine: Postgres was restored, and an operator has to release the messages',
      ),
    until: time.nullable(),
  }),
)
