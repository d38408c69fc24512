import type { DialectRoute } from '../api/route.ts'
import { channelRoutes } from './channels.ts'
import { chatChangeRoutes } from './chat-changes.ts'
import { chatMessageRoutes } from './chat-messages.ts'
import { chatRoutes } from './chats.ts'
import { contactRoutes } from './contacts.ts'
import { departmentRoutes } from './departments.ts'
import { deviceRoutes } from './devices.ts'
import { fileRoutes } from './files.ts'
import { groupRoutes } from './groups.ts'
import { labelRoutes } from './labels.ts'
import { messageRoutes } from './messages.ts'
import { numberRoutes } from './numbers.ts'
import { otherRoutes } from './others.ts'
import { profileRoutes } from './profiles.ts'
import { queueRoutes } from './queues.ts'
import { quickReplyRoutes } from './quick-replies.ts'
import { teamRoutes } from './team.ts'
import { webhookRoutes } from './webhooks.ts'

export const dialectRoutes: readonly DialectRoute[] = [
  ...messageRoutes,
  ...deviceRoutes,
  ...profileRoutes,
  ...queueRoutes,
  ...labelRoutes,
  ...teamRoutes,
  ...departmentRoutes,
  ...quickReplyRoutes,
  ...chatRoutes,
  ...chatChangeRoutes,
  ...chatMessageRoutes,
  ...contactRoutes,
  ...groupRoutes,
  ...channelRoutes,
  ...fileRoutes,
  ...numberRoutes,
  ...webhookRoutes,
  ...otherRoutes,
]
