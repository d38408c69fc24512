import { implement, lookupVerbs, upkeepVerbs } from '@posthorn/chassis'
import { messaging } from '@posthorn/contracts'
import { get as getCapabilities } from './capabilities/get.ts'
import { archive } from './chats/archive.ts'
import { assign } from './chats/assign.ts'
import { counts } from './chats/counts.ts'
import { create as createChat } from './chats/create.ts'
import { get as getChat } from './chats/get.ts'
import { list as listChats } from './chats/list.ts'
import { presence } from './chats/presence.ts'
import { read as readChat } from './chats/read.ts'
import { remove as removeChat } from './chats/remove.ts'
import { timeline } from './chats/timeline.ts'
import { totals } from './chats/totals.ts'
import { typing } from './chats/typing.ts'
import { unarchive } from './chats/unarchive.ts'
import { unassign } from './chats/unassign.ts'
import { update as updateChat } from './chats/update.ts'
import { updateMany } from './chats/update-many.ts'
import type { MessagingRuntime } from './config.ts'
import { Chat } from './entities/chat.ts'
import { File } from './entities/file.ts'
import { Message } from './entities/message.ts'
import { Note } from './entities/note.ts'
import { create as createFile } from './files/create.ts'
import { download } from './files/download.ts'
import { get as getFile } from './files/get.ts'
import { list as listFiles } from './files/list.ts'
import { remove as removeFile } from './files/remove.ts'
import { update as updateFile } from './files/update.ts'
import { failures } from './installation/failures.ts'
import { queues as listQueues } from './installation/queues.ts'
import { add } from './labels/add.ts'
import { create as createLabel } from './labels/create.ts'
import { get as getLabel } from './labels/get.ts'
import { list as listLabels } from './labels/list.ts'
import { remove as removeLabel } from './labels/remove.ts'
import { removeFromChat } from './labels/remove-from-chat.ts'
import { update as updateLabel } from './labels/update.ts'
import { find } from './matches/find.ts'
import { batch } from './messages/batch.ts'
import { cancel } from './messages/cancel.ts'
import { get } from './messages/get.ts'
import { list } from './messages/list.ts'
import { raw } from './messages/raw.ts'
import { read } from './messages/read.ts'
import { receipts } from './messages/receipts.ts'
import { retry } from './messages/retry.ts'
import { send } from './messages/send.ts'
import { trace } from './messages/trace.ts'
import { update } from './messages/update.ts'
import { create as createNote } from './notes/create.ts'
import { get as getNote } from './notes/get.ts'
import { list as listNotes } from './notes/list.ts'
import { remove as removeNote } from './notes/remove.ts'
import { update as updateNote } from './notes/update.ts'
import { get as getNotification } from './notifications/get.ts'
import { list as listNotifications } from './notifications/list.ts'
import { read as readNotifications } from './notifications/read.ts'
import { get as getQuarantine, release as releaseQuarantine } from './quarantine/quarantine.ts'
import { get as getQueue } from './queues/get.ts'
import { move } from './queues/move.ts'
import { ofNumbers } from './queues/of-numbers.ts'
import { purge } from './queues/purge.ts'
import { drain, pause, resume, update as updateQueue } from './queues/update.ts'
import { create as createReply } from './replies/create.ts'
import { get as getReply } from './replies/get.ts'
import { list as listReplies } from './replies/list.ts'
import { remove as removeReply } from './replies/remove.ts'
import { update as updateReply } from './replies/update.ts'
import { answers } from './statistics/answers.ts'
import { deliveries } from './statistics/deliveries.ts'
import { inbox } from './statistics/inbox.ts'
import { ofDay } from './statistics/of-day.ts'
import { usage } from './statistics/usage.ts'
import { create as createView } from './views/create.ts'
import { get as getView } from './views/get.ts'
import { list as listViews } from './views/list.ts'
import { remove as removeView } from './views/remove.ts'
import { update as updateView } from './views/update.ts'

/** The table of contents of this service. */
export const router = implement<typeof messaging, MessagingRuntime>(messaging, {
  messages: { send, batch, list, get, raw, update, cancel, retry, read, receipts, trace },
  chats: {
    list: listChats,
    counts,
    get: getChat,
    timeline,
    presence,
    create: createChat,
    update: updateChat,
    updateMany,
    totals,
    archive,
    unarchive,
    assign,
    unassign,
    read: readChat,
    typing,
    remove: removeChat,
  },
  files: { create: createFile, list: listFiles, get: getFile, download, update: updateFile, remove: removeFile },
  labels: {
    list: listLabels,
    get: getLabel,
    create: createLabel,
    update: updateLabel,
    remove: removeLabel,
    add,
    removeFromChat,
  },
  notes: { list: listNotes, get: getNote, create: createNote, update: updateNote, remove: removeNote },
  views: { list: listViews, get: getView, create: createView, update: updateView, remove: removeView },
  notifications: { list: listNotifications, get: getNotification, read: readNotifications },
  replies: { list: listReplies, get: getReply, create: createReply, update: updateReply, remove: removeReply },
  queues: { get: getQueue, ofNumbers, update: updateQueue, pause, drain, resume, purge, move },
  lookups: lookupVerbs({ message: Message, file: File, chat: Chat, note: Note }),
  matches: { find },
  capabilities: { get: getCapabilities },
  statistics: { answers, inbox, deliveries, ofDay, usage },
  quarantine: { get: getQuarantine, release: releaseQuarantine },
  installation: { queues: listQueues, failures },
  ...upkeepVerbs,
})
