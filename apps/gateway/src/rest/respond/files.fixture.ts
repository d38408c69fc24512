import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messagingService } from '@posthorn/messaging/service'
import { startTestService, type TestService } from '@posthorn/testkit'
import { afterAll, beforeAll } from 'vitest'
import { type GatewayFixture, startGatewayFixture } from '../../gateway.fixture.ts'

/** A gateway in front of the messaging service, and the folders of stored files and of uploads in progress. */
type FilesFixture = GatewayFixture & { messaging: TestService; filesDir: string; spoolDir: string }

/** Starts both for a file's tests. `env` overrides gateway settings. */
export function useFiles(env: Record<string, string> = {}): FilesFixture {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-files-'))
  const [filesDir, spoolDir] = [join(folder, 'files'), join(folder, 'spool')]
  const fixture = { filesDir, spoolDir } as FilesFixture
  beforeAll(async () => {
    const messaging = await startTestService(messagingService, { env: { FILES_DIR: filesDir, SPOOL_DIR: spoolDir } })
    Object.assign(fixture, await startGatewayFixture({ MESSAGING_URL: messaging.service.url, ...env }), { messaging })
  })
  afterAll(async () => {
    await fixture[Symbol.asyncDispose]()
    await fixture.messaging[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true, force: true })
  })
  return fixture
}
