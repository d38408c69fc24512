import { z } from 'zod'
import { named } from '../schemas.ts'
import { channelUpdated } from './channel.ts'
import { group, participant } from './group.ts'
import {
  post,
  postMessagesCanceled,
  postRecipientChanged,
  postRefused,
  postRequested,
  postUpdated,
  postValuesRequested,
  segmentMembersListed,
  segmentMembersRequested,
} from './post.ts'
import { joinRequest } from './request.ts'

/** `data` of `group:updated`: the group and the change. */
const groupUpdated = named(
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

/** Events about groups, channels and posts. */
export const groupEvents = {
  'group:updated': {
    when: 'A group was created or changed; `change` says how',
    data: groupUpdated,
  },
  'channel:posted': {
    when: 'A post to a broadcast channel ended: it was sent or failed for everyone, or it was stopped',
    data: post,
  },
  'channel:updated': {
    when: 'A broadcast channel was created, changed or deleted',
    data: channelUpdated,
    internal: true,
  },
  'segment:members_requested': {
    when: 'A post requests a page of the people in a segment',
    data: segmentMembersRequested,
    internal: true,
  },
  'segment:members_listed': { when: 'A page of the people in a segment', data: segmentMembersListed, internal: true },
  'post:requested': { when: 'A message to a channel is due and must be posted', data: postRequested, internal: true },
  'post:values_requested': {
    when: 'Messages of a post need values of these contacts',
    data: postValuesRequested,
    internal: true,
  },
  'post:updated': {
    when: 'A post was created, added to the queue, paused, resumed, stopped or ended',
    data: postUpdated,
    internal: true,
  },
  'post:messages_canceled': {
    when: "Messages of a post were canceled in the number's queue",
    data: postMessagesCanceled,
    internal: true,
  },
  'post:recipient_changed': {
    when: "Someone whose message from a post is waiting in the number's queue has a new phone number",
    data: postRecipientChanged,
    internal: true,
  },
  'post:refused': { when: 'A message to a channel could not be posted', data: postRefused, internal: true },
} as const
