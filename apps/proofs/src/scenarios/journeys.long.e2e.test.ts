import { becomeOwner, closeBrowser, openPatiently } from '@posthorn/testkit/browser'
import { afterAll, beforeAll, describe } from 'vitest'
import { unhindered } from './all.suite.ts'
import { beNotified } from './journeys/be-notified.suite.ts'
import { wide } from './journeys/join-team.fixture.ts'
import { knowTheCustomer } from './journeys/know-the-customer.suite.ts'
import { lookBack } from './journeys/look-back.suite.ts'
import { readTheDocs } from './journeys/read-the-docs.suite.ts'
import { replayARange } from './journeys/replay-a-range.suite.ts'
import { runTheDesk } from './journeys/run-the-desk.suite.ts'
import { sendToMany } from './journeys/send-to-many.suite.ts'
import { workAsATeam } from './journeys/work-as-a-team.suite.ts'
import { workThroughMany } from './journeys/work-through-many.suite.ts'
import { startBefore } from './started-system.fixture.ts'

const system = startBefore(() => ({ split: false, env: unhindered }))

beforeAll(async () => {
  await using watched = await openPatiently(system(), wide)
  await becomeOwner(watched.page, system(), 'Journeys')
})
afterAll(closeBrowser)

describe('long journeys', () => {
  workAsATeam(system)
  workThroughMany(system)
  lookBack(system)
  beNotified(system)
  sendToMany(system)
  runTheDesk(system)
  replayARange(system)
  knowTheCustomer(system)
  readTheDocs(system, 'on a phone in the dark')
})
