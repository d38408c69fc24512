import { defineService, on, type ServiceDefinition, storeSettings } from '@posthorn/chassis'
import { numberCredentialsPurpose } from '@posthorn/contracts'
import { cloudProvider } from '@posthorn/provider'
import { config, type GroupsDeps } from './config.ts'
import {
  AudienceSegment,
  Channel,
  ChatGroup,
  ConnectedNumber,
  GroupCreation,
  GroupParticipant,
  JoinRequest,
  Post,
  Subscriber,
} from './entities/group.ts'
import { groupFromProvider, numberFromCredentials } from './events/groups.ts'
import {
  erase,
  invitationFromMessage,
  invitationFromRefused,
  participantFromChangedAddress,
  subscriberFromMessage,
} from './events/participants.ts'
import {
  postFromCanceled,
  postFromChangedRecipient,
  postFromMessage,
  postFromRefused,
  postFromRequest,
  postFromSegment,
  segmentFromUpdate,
} from './events/posts.ts'
import { migrations } from './migrations/index.ts'
import { router } from './router.ts'
import { change, create } from './workers/groups.ts'
import { longMemberWaits, post } from './workers/post.ts'
import { longCallWaits } from './workers/provider-calls.ts'
import { retention } from './workers/retention.ts'

/** Low, because groups are rarely used. */
const connections = 8

/** Days for which answered and withdrawn requests to join a group are stored. */
const joinRequestDays = 90

/** No one waits for subscriptions or the progress of a post, so events that arrive together share a transaction. */
const gatherEventsMs = 50

/** The groups service: our numbers' groups at the provider, and channels, which are our own audiences. */
export const groupsService: ServiceDefinition<typeof config, GroupsDeps> = defineService<typeof config, GroupsDeps>({
  name: 'groups',
  config,
  entities: [
    ChatGroup,
    GroupCreation,
    GroupParticipant,
    JoinRequest,
    ConnectedNumber,
    Channel,
    AudienceSegment,
    Subscriber,
    Post,
  ],
  migrations,
  deps: async ({ config: settings }) => {
    const { CLOUD_API_URL, CLOUD_API_VERSION: version, SIMULATOR_URL } = settings
    const cloud = cloudProvider({ name: 'cloud', baseUrl: CLOUD_API_URL, version, connections })
    const simulator =
      SIMULATOR_URL === undefined
        ? undefined
        : cloudProvider({ name: 'simulator', baseUrl: SIMULATOR_URL, version, connections })
    return {
      providers: { cloud, simulator },
      close: async () => {
        await Promise.all([cloud.close(), simulator?.close()])
      },
    }
  },
  sealed: [
    {
      table: 'known_number',
      column: 'ciphertext',
      key: ['workspace_id', 'id'],
      purpose: (_, id) => numberCredentialsPurpose(id),
    },
  ],
  expired: [
    // Updates for which no response showed their group.
    { table: 'early_group_update', key: 'ctid', condition: `received_at < now() - interval '1 day'` },
    {
      table: 'join_request',
      key: 'ctid',
      condition: `status in ('approved', 'rejected', 'revoked') and updated_at < now() - interval '${joinRequestDays} days'`,
    },
  ],
  longWaits: [...longCallWaits, longMemberWaits],
  router,
  subscribers: [
    numberFromCredentials,
    groupFromProvider,
    subscriberFromMessage,
    on('workspace:updated', ({ tx, events }) => storeSettings(tx.em, events)),
    participantFromChangedAddress,
    postFromMessage,
    postFromRefused,
    postFromCanceled,
    postFromChangedRecipient,
    postFromRequest,
    postFromSegment,
    segmentFromUpdate,
    invitationFromMessage,
    invitationFromRefused,
  ],
  gatherEventsMs,
  workers: [create, change, post, retention],
  erase,
})
