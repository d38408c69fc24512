import { implement, lookupVerbs, upkeepVerbs } from '@posthorn/chassis'
import { messaging } from '@posthorn/contracts'
import {
  create as createAutomation,
  get as getAutomation,
  list as listAutomations,
  remove as removeAutomation,
  runs,
  tryOut,
  update as updateAutomation,
} from './automations/automations.ts'
import {
  archive,
  assign,
  counts,
  create as createChat,
  get as getChat,
  list as listChats,
  presence,
  read as readChat,
  remove as removeChat,
  typing,
  unarchive,
  unassign,
  update as updateChat,
  updateMany,
} from './chats/chats.ts'
import { timeline, totals } from './chats/timeline.sql.ts'
import type { MessagingRuntime } from './config.ts'
import { get as getCapabilities } from './content/capabilities.ts'
import { Chat, File, Message } from './entities/chat.ts'
import { Note } from './entities/team.ts'
import {
  create as createFile,
  download,
  get as getFile,
  list as listFiles,
  remove as removeFile,
  update as updateFile,
} from './files/files.ts'
import { failures, installedQueues } from './installation/installation.sql.ts'
import {
  add,
  create as createLabel,
  get as getLabel,
  list as listLabels,
  merge as mergeLabels,
  removeFromChat,
  remove as removeLabel,
  update as updateLabel,
} from './labels/labels.sql.ts'
import { find } from './matches/matches.sql.ts'
import { atProvider, get, list, raw, read, trace } from './messages/list.ts'
import { batch, cancel, retry, send, update } from './messages/messages.ts'
import { receipts } from './messages/participants.sql.ts'
import {
  create as createNote,
  get as getNote,
  list as listNotes,
  remove as removeNote,
  update as updateNote,
} from './notes/notes.ts'
import {
  get as getNotification,
  list as listNotifications,
  read as readNotifications,
} from './notifications/notifications.ts'
import { get as getQuarantine, release as releaseQuarantine } from './quarantine/quarantine.sql.ts'
import {
  drain,
  get as getQueue,
  move,
  ofNumbers,
  pause,
  purge,
  resume,
  update as updateQueue,
} from './queues/queues.ts'
import {
  create as createReply,
  get as getReply,
  list as listReplies,
  remove as removeReply,
  update as updateReply,
} from './replies/replies.ts'
import { answers, deliveries, inbox, ofDay, ratings, usage } from './statistics/statistics.ts'
import {
  create as createView,
  get as getView,
  list as listViews,
  remove as removeView,
  update as updateView,
} from './views/views.sql.ts'

export const router = implement<typeof messaging, MessagingRuntime>(messaging, {
  messages: { send, batch, list, get, atProvider, raw, update, cancel, retry, read, receipts, trace },
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
    merge: mergeLabels,
    add,
    removeFromChat,
  },
  notes: { list: listNotes, get: getNote, create: createNote, update: updateNote, remove: removeNote },
  views: { list: listViews, get: getView, create: createView, update: updateView, remove: removeView },
  automations: {
    list: listAutomations,
    get: getAutomation,
    create: createAutomation,
    update: updateAutomation,
    remove: removeAutomation,
    tryOut,
    runs,
  },
  notifications: { list: listNotifications, get: getNotification, read: readNotifications },
  replies: { list: listReplies, get: getReply, create: createReply, update: updateReply, remove: removeReply },
  queues: { get: getQueue, ofNumbers, update: updateQueue, pause, drain, resume, purge, move },
  lookups: lookupVerbs({ message: Message, file: File, chat: Chat, note: Note }),
  matches: { find },
  capabilities: { get: getCapabilities },
  statistics: { answers, inbox, ratings, deliveries, ofDay, usage },
  quarantine: { get: getQuarantine, release: releaseQuarantine },
  installation: { queues: installedQueues, failures },
  ...upkeepVerbs,
})
