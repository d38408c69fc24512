import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { cloneDatabase, natsUrl, type TestDatabase } from '@posthorn/test-servers'
import { afterAll, beforeAll, expect, it } from 'vitest'

const program = fileURLToPath(new URL('./run.fixture.ts', import.meta.url))

let database: TestDatabase
let child: ChildProcess | undefined
beforeAll(async () => {
  database = await cloneDatabase('empty', async () => {})
})
afterAll(async () => {
  child?.kill('SIGKILL')
  await database.drop()
})

it('a service whose launcher dies while it starts ends too', async () => {
  child = spawn(process.execPath, ['--conditions=source', program], {
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      NATS_URL: natsUrl(),
      BUS_NAME: `t_${randomBytes(6).toString('hex')}`,
      MASTER_KEYS: `1:${randomBytes(32).toString('base64')}`,
      SERVICE_CREDENTIALS: `gateway:${randomBytes(32).toString('hex')}`,
      SAFETY_CHECKS: 'skip',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  const ended = once(child, 'exit')
  // What a launcher that was killed leaves of its channel.
  child.disconnect()
  expect(await ended).toEqual([1, null])
})
