import { implement, lookupVerbs, upkeepVerbs } from '@posthorn/chassis'
import { groups } from '@posthorn/contracts'
import {
  create as createChannel,
  get as getChannel,
  list as listChannels,
  remove as removeChannel,
  update as updateChannel,
} from './channels/channels.ts'
import type { GroupsRuntime } from './config.ts'
import { Channel } from './entities/channel.ts'
import { ChatGroup } from './entities/chat-group.ts'
import { atProvider } from './groups/at-provider.ts'
import { create } from './groups/create.ts'
import { get } from './groups/get.ts'
import { list } from './groups/list.ts'
import { remove } from './groups/remove.ts'
import { setImage } from './groups/set-image.ts'
import { update } from './groups/update.ts'
import { get as getInvite, revoke } from './invites/invites.ts'
import { invite } from './participants/invite.ts'
import { list as listParticipants } from './participants/list.ts'
import { remove as removeParticipants } from './participants/remove.ts'
import { create as createPost } from './posts/create.ts'
import { get as getPost } from './posts/get.ts'
import { list as listPosts } from './posts/list.ts'
import { pause } from './posts/pause.ts'
import { resume } from './posts/resume.ts'
import { stop } from './posts/stop.ts'
import { update as updatePost } from './posts/update.ts'
import { get as getQuarantine, release as releaseQuarantine } from './quarantine/quarantine.ts'
import { approve, list as listRequests, reject } from './requests/requests.ts'
import { add, list as listSubscribers, remove as removeSubscribers } from './subscribers/subscribers.ts'

/** The table of contents of this service. */
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
  posts: {
    create: createPost,
    list: listPosts,
    get: getPost,
    update: updatePost,
    pause,
    resume,
    stop,
  },
  quarantine: { get: getQuarantine, release: releaseQuarantine },
  ...upkeepVerbs,
})
