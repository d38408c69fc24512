import { z } from 'zod'
import { named } from '../names.ts'
import { group } from './group.ts'
import { participant } from './participant.ts'
import { joinRequest } from './request.ts'

/** `data` of `group:updated`: the group and the change. */
export const groupUpdated = named(
  'GroupUpdatedData',
  group.extend({
    change: z
      .enum([
        'created',
        'active',
        'failed',
        'changing',
        'changed',
        'refused',
        'suspended',
        'cleared',
        'deleting',
        'deleted',
        'participants',
        'requests',
      ])
      .describe(
        'changing: requested; changed, refused: the provider applied or refused it; cleared: the suspension ended; participants, requests: people joined, left or requested to join',
      ),
    people: z
      .array(participant)
      .nullable()
      .describe('With `participants`: the people who joined, left or were invited'),
    requests: z.array(joinRequest).nullable().describe('With `requests`: the requests that changed'),
  }),
  group,
)
