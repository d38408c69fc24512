import { defineService, type ServiceDefinition } from '@posthorn/chassis'
import { numberCredentialsPurpose } from '@posthorn/contracts'
import { config } from './config.ts'
import { createDeps, type Deps } from './deps.ts'
import { Chat, ChatChange, ConnectedNumber, File, Message } from './entities/chat.ts'
import {
  Automation,
  AutomationRun,
  Department,
  Label,
  Member,
  Note,
  Notification,
  Reply,
  View,
} from './entities/team.ts'
import {
  chatFromContact,
  chatFromIdentified,
  chatFromMergedContact,
  linkFromPerson,
  optOutFromContact,
} from './events/contacts.ts'
import { erase } from './events/erase.erasure-requested.ts'
import {
  contactFactFromContact,
  departmentFromGateway,
  groupFromUpdate,
  memberFromGateway,
  numberFromCredentials,
  settingFromWorkspace,
} from './events/facts.ts'
import { channelFromUpdate, messageFromPost, messageFromRequest, postFromGroups } from './events/groups.ts'
import { messageFromEcho, messageFromProvider, stateFromStatus } from './events/provider.ts'
import { automationFromResolved, notificationFromEvent } from './events/reactions.ts'
import { messageFillfactor } from './migrations/baseline/messages.ts'
import { migrations } from './migrations/index.ts'
import { router } from './router.ts'
import { answers } from './workers/answers.ts'
import { automations } from './workers/automations.ts'
import { actions, refresh, wake } from './workers/chats.ts'
import { dispatch } from './workers/dispatch.ts'
import { files, media } from './workers/files.ts'
import { amendments, receipts, waits } from './workers/messages.ts'
import { reap } from './workers/reap.ts'
import { retention } from './workers/retention.ts'

/** The messaging service: accepts messages, sends them through the provider, and stores their outcomes. */
export const messagingService: ServiceDefinition<typeof config, Deps> = defineService({
  name: 'messaging',
  config,
  entities: [
    Message,
    Chat,
    ChatChange,
    File,
    Label,
    Note,
    Notification,
    Reply,
    View,
    Automation,
    AutomationRun,
    Member,
    Department,
    ConnectedNumber,
  ],
  migrations,
  partitions: [
    { table: 'message', prefix: 'msg', every: 'month', createInAdvance: 2, fillfactor: messageFillfactor },
    { table: 'send_attempt', prefix: 'att', every: 'month', createInAdvance: 2 },
  ],
  folders: ({ CALLS_DIR, FILES_DIR, FILES_BUCKET }) =>
    FILES_BUCKET === undefined ? { CALLS_DIR, FILES_DIR } : { CALLS_DIR },
  deps: createDeps,
  sealed: [
    {
      table: 'known_number',
      column: 'ciphertext',
      key: ['workspace_id', 'id'],
      purpose: (_, id) => numberCredentialsPurpose(id),
    },
  ],
  router,
  subscribers: [
    numberFromCredentials,
    linkFromPerson,
    stateFromStatus,
    messageFromProvider,
    messageFromEcho,
    optOutFromContact,
    contactFactFromContact,
    settingFromWorkspace,
    chatFromContact,
    chatFromIdentified,
    chatFromMergedContact,
    memberFromGateway,
    departmentFromGateway,
    messageFromRequest,
    groupFromUpdate,
    channelFromUpdate,
    messageFromPost,
    postFromGroups,
    notificationFromEvent,
    automationFromResolved,
  ],
  workers: [
    dispatch,
    reap,
    receipts,
    media,
    files,
    actions,
    refresh,
    wake,
    waits,
    retention,
    answers,
    amendments,
    automations,
  ],
  erase,
})
