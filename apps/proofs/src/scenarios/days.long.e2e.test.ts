import { startMailServer } from '@posthorn/testkit'
import { afterAll, describe } from 'vitest'
import { unhindered } from './all.suite.ts'
import { commandLine } from './journeys/command-line.suite.ts'
import { dialect } from './journeys/dialect.suite.ts'
import { dialectAccess } from './journeys/dialect-access.suite.ts'
import { dialectBodies } from './journeys/dialect-bodies.suite.ts'
import { dialectBot } from './journeys/dialect-bot.suite.ts'
import { dialectChats } from './journeys/dialect-chats.suite.ts'
import { dialectFields } from './journeys/dialect-fields.suite.ts'
import { dialectRows } from './journeys/dialect-rows.suite.ts'
import { eraseAPerson } from './journeys/erase-a-person.suite.ts'
import { faultsAtFields } from './journeys/faults-at-fields.suite.ts'
import { findEverything } from './journeys/find-everything.suite.ts'
import { getBackIn } from './journeys/get-back-in.suite.ts'
import { postToAChannel, runAGroup } from './journeys/group.suite.ts'
import { importAndSegment } from './journeys/import-and-segment.suite.ts'
import { missedWebhooks } from './journeys/missed-webhooks.suite.ts'
import { moveAQueue } from './journeys/move-a-queue.suite.ts'
import { pollInAChat, pollInAGroup } from './journeys/polls.suite.ts'
import { readTheDocs } from './journeys/read-the-docs.suite.ts'
import { sendOnce } from './journeys/send-once.suite.ts'
import { supportInbox } from './journeys/support-inbox.suite.ts'
import { useTheDashboard } from './journeys/use-the-dashboard.suite.ts'
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
