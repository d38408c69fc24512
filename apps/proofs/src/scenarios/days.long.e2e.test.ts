import { startMailServer } from '@posthorn/testkit'
import { afterAll, describe } from 'vitest'
import { unhindered } from './all.suite.ts'
import { postToAChannel } from './days/channel.suite.ts'
import { commandLine } from './days/command-line.suite.ts'
import { dialect } from './days/dialect.suite.ts'
import { dialectAccess } from './days/dialect-access.suite.ts'
import { dialectBodies } from './days/dialect-bodies.suite.ts'
import { dialectBot } from './days/dialect-bot.suite.ts'
import { dialectChats } from './days/dialect-chats.suite.ts'
import { dialectFields } from './days/dialect-fields.suite.ts'
import { dialectRows } from './days/dialect-rows.suite.ts'
import { eraseAPerson } from './days/erase-a-person.suite.ts'
import { faultsAtFields } from './days/faults-at-fields.suite.ts'
import { findEverything } from './days/find-everything.suite.ts'
import { getBackIn } from './days/get-back-in.suite.ts'
import { runAGroup } from './days/group.suite.ts'
import { importAndSegment } from './days/import-and-segment.suite.ts'
import { missedWebhooks } from './days/missed-webhooks.suite.ts'
import { moveAQueue } from './days/move-a-queue.suite.ts'
import { pollInAChat } from './days/poll-in-a-chat.suite.ts'
import { pollInAGroup } from './days/poll-in-a-group.suite.ts'
import { readTheDocs } from './days/read-the-docs.suite.ts'
import { sendOnce } from './days/send-once.suite.ts'
import { supportInbox } from './days/support-inbox.suite.ts'
import { useTheDashboard } from './days/use-the-dashboard.suite.ts'
import { startBefore } from './started-system.fixture.ts'

const mails = await startMailServer()
const smtp = { SMTP_URL: `smtp://127.0.0.1:${mails.port}`, MAIL_FROM: 'posthorn@example.com' }
const system = startBefore(() => ({ split: false, env: { ...unhindered, ...smtp } }))
afterAll(() => mails.close())

describe("a user's day", () => {
  supportInbox(system)
  pollInAChat(system)
  pollInAGroup(system)
  missedWebhooks(system)
  moveAQueue(system)
  postToAChannel(system)
  runAGroup(system)
  importAndSegment(system)
  eraseAPerson(system)
  readTheDocs(system, 'in a wide window')
  dialect(system)
  dialectChats(system)
  dialectAccess(system)
  dialectBodies(system)
  dialectRows(system)
  dialectFields(system)
  dialectBot(system)
  commandLine(system)
  useTheDashboard(system)
  getBackIn(system, mails)
  sendOnce(system)
  faultsAtFields(system)
  findEverything(system)
})
