import { closeBrowser } from '@posthorn/testkit/browser'
import { afterAll } from 'vitest'
import { unhindered } from './all.suite.ts'
import { runTheInstallation } from './journeys/run-the-installation.suite.ts'
import { startBefore } from './started-system.fixture.ts'

// An event is dead after ten attempts. With the short pauses, that takes moments instead of minutes.
const system = startBefore(() => ({ split: true, env: { ...unhindered, EVENT_RETRY_MS: '5' } }))

afterAll(closeBrowser)

runTheInstallation(system)
