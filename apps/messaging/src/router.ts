import { implement } from '@posthorn/chassis'
import { messaging } from '@posthorn/contracts'
import { get as getChat } from './chats/get.ts'
import { list as listChats } from './chats/list.ts'
import { messages as chatMessages } from './chats/messages.ts'
import type { MessagingRuntime } from './config.ts'
import { cancel } from './messages/cancel.ts'
import { get } from './messages/get.ts'
import { list } from './messages/list.ts'
import { read } from './messages/read.ts'
import { retry } from './messages/retry.ts'
import { send } from './messages/send.ts'
import { trace } from './messages/trace.ts'
import { update } from './messages/update.ts'
import { get as getQueue } from './queues/get.ts'
import { update as updateQueue } from './queues/update.ts'

/** The table of contents of this service. */
export const router = implement<typeof messaging, MessagingRuntime>(messaging, {
  messages: { send, list, get, update, cancel, retry, read, trace },
  chats: { list: listChats, get: getChat, messages: chatMessages },
  queues: { get: getQueue, update: updateQueue },
})
