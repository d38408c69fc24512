import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Receiver, startReceiver } from '@posthorn/testkit'
import { type RunningSystem, unlimited } from '@posthorn/testkit/system'
import { afterAll, beforeAll } from 'vitest'
import { activepieces } from './activepieces.suite.ts'
import { alarms } from './alarms.suite.ts'
import { commandListen } from './command-listen.suite.ts'
import { connectors } from './connectors.suite.ts'
import { brokerRestarts, crashAndRecover } from './crash-and-recover.suite.ts'
import { dialectCalls } from './dialect-calls.suite.ts'
import { fillPlaceholders } from './fill-placeholders.suite.ts'
import { keepFiles } from './keep-files.suite.ts'
import { revokeKey, testKey, twoWorkspaces } from './keys.suite.ts'
import { make } from './make.suite.ts'
import { newObjects } from './new-objects.suite.ts'
import { nameContacts, nationalPhones } from './people.suite.ts'
import { refusals } from './refusals.suite.ts'
import { pythonSdk, typedClient, typescriptSdk } from './sdks.suite.ts'
import { receiveInbound, sendAndAck, webhookRetries } from './send-and-receive.suite.ts'
import { startBefore } from './started-system.fixture.ts'
import { tracedMessage } from './traced-message.suite.ts'
import { zapier } from './zapier.suite.ts'

/** Disables request limits and load shedding. */
export const unhindered = { ...unlimited, LOAD_TARGET_MS: '60000' }

/** Shortens waits. The scenarios don't depend on them. */
const env = { ...unhindered, RETRY_SCALE: '0.002', LEASE_SECONDS: '5', UNKNOWN_HOLD_SECONDS: '15' }

type Kills = { messages: number; victims: readonly string[] }

/** Runs every scenario on one system. Those that kill processes come last. */
export function allScenarios({ split, ...kills }: Kills & { split: boolean }): void {
  const { system, traces, spool } = startTraced({ split })
  sendAndAck(system)
  tracedMessage(system, traces)
  if (!split) {
    dialectCalls(system, traces)
    typescriptSdk(system)
    typedClient(system)
    pythonSdk(system)
    connectors(system)
    zapier(system)
    activepieces(system)
    make(system)
  }
  alarms(system)
  receiveInbound(system)
  nameContacts(system)
  keepFiles(system)
  nationalPhones(system)
  fillPlaceholders(system)
  revokeKey(system)
  if (!split) testKey(system)
  webhookRetries(system)
  twoWorkspaces(system)
  refusals(system)
  newObjects(system)
  commandListen(system)
  // Not repeated with separate processes, because each service has its own connection either way, and `pnpm prove outbox` kills their
  // broker.
  if (!split) brokerRestarts(system)
  crashAndRecover(system, { ...kills, spool })
}

/** Starts a system with a trace collector and an upload folder before a file's tests, and removes all of it afterwards. */
export function startTraced({ split }: { split: boolean }): {
  system: () => RunningSystem
  traces: () => Receiver
  spool: string
} {
  let collector: Receiver | undefined
  const spool = mkdtempSync(join(tmpdir(), 'posthorn-spool-'))
  beforeAll(async () => {
    collector = await startReceiver()
  })
  afterAll(async () => {
    await collector?.stop()
    rmSync(spool, { recursive: true, force: true })
  })
  const traces = () => {
    if (collector === undefined) throw new Error('the collector did not start')
    return collector
  }
  const system = startBefore(() => ({
    split,
    env: { ...env, SPOOL_DIR: spool, OTEL_EXPORTER_OTLP_ENDPOINT: traces().url },
  }))
  return { system, traces, spool }
}
