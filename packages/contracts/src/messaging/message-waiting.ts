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
        "number_draining: accepted while the queue was draining; number_throttled: the provider asked for a pause; number_refused: the provider refused the number or its token; provider_outage: this number's calls to the provider fail, and one message at a time is tried until one succeeds; quarantine: Postgres was restored, and an operator has to release the waiting messages",
      ),
    until: time.nullable(),
  }),
)
