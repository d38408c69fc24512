import { implement, lookupVerbs, upkeepVerbs } from '@posthorn/chassis'
import { groups } from '@posthorn/contracts'
import {
  add,
  create as createChannel,
  get as getChannel,
  list as listChannels,
  listSubscribers,
  remove as removeChannel,
  removeSubscribers,
  update as updateChannel,
} from './channels/channels.ts'
import type { GroupsRuntime } from './config.ts'
import { Channel, ChatGroup } from './entities/group.ts'
import { atProvider, create, get, list, remove, setImage, update } from './groups/groups.ts'
import {
  approve,
  get as getInvite,
  invite,
  list as listParticipants,
  listRequests,
  reject,
  remove as removeParticipants,
  revoke,
} from './participants/participants.ts'
import {
  create as createPost,
  get as getPost,
  list as listPosts,
  pause,
  resume,
  stop,
  update as updatePost,
} from './posts/posts.ts'
import { get as getQuarantine, release as releaseQuarantine } from './quarantine/quarantine.sql.ts'

export const router = implement<typeof groups, GroupsRuntime>(groups, {
  groups: { create, list, get, atProvider, update, setImage, remove },
  participants: { list: listParticipants, invite, remove: removeParticipants },
  joinRequests: { list: listRequests, approve, reject },
  invites: { get: getInvite, revoke },
  channels: {
    create: createChannel,
    list: listChannels,
    get: getChannel,
    update: updateChannel,
    remove: removeChannel,
  },
  lookups: lookupVerbs({ group: ChatGroup, channel: Channel }),
  subscribers: { list: listSubscribers, add, remove: removeSubscribers },
  posts: { create: createPost, list: listPosts, get: getPost, update: updatePost, pause, resume, stop },
  quarantine: { get: getQuarantine, release: releaseQuarantine },
  ...upkeepVerbs,
})
