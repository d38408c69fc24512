import { createLog, findRoles, openDatabase } from '@posthorn/chassis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiKey } from '../entities/api-key.ts'
import { Workspace } from '../entities/workspace.ts'
import { migrations } from '../migrations/index.ts'
import { type Stage, startStage } from '../stage.suite.ts'
import { newKey } from './key-format.ts'
import { createKeyring } from './keyring.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage[Symbol.asyncDispose]())

describe('a keyring that hears no news', () => {
  it('refuses a revoked key 5 s after it was last looked up, and one it is told to forget at once', async () => {
    const { gateway } = stage
    const { url } = gateway.database
    const db = openDatabase({
      schema: 'gateway',
      url,
      roles: await findRoles({ url, schema: 'gateway', safe: false, timeoutMs: 3_000 }),
      poolSize: 2,
      entities: [Workspace, ApiKey],
      migrations,
      partitions: [],
      log: createLog('test', 'silent'),
    })
    let nowMs = Date.now()
    const keyring = createKeyring({ db, vault: gateway.vault, now: () => nowMs })
    const [first, second] = [await stage.tenant(), await stage.tenant()]
    for (const { token, workspace, keyId } of [first, second]) {
      expect(await keyring.callerOf(token)).toMatchObject({ workspace, key: keyId })
      await gateway.rows('update api_key set revoked_at = now() where id = $1', [keyId])
    }
    keyring.forget(first.keyId)
    expect(await keyring.callerOf(first.token)).toBeNull()
    expect(await keyring.callerOf(second.token)).not.toBeNull()
    nowMs += 5_000
    expect(await keyring.callerOf(second.token)).toBeNull()
    await db.close()
  })

  it('takes no other secret for a key it knows', async () => {
    const { token } = await stage.tenant()
    expect((await stage.ask('/v1/me', { token })).status).toBe(200)
    const [row] = await stage.gateway.rows<{ id: string }>('select id from api_key where public_id = $1', [
      token.slice(8, 20),
    ])
    const { key, publicId } = newKey()
    await stage.gateway.rows('update api_key set public_id = $1 where id = $2', [publicId, row?.id])
    expect((await stage.ask('/v1/me', { token: key })).status).toBe(401)
  })
})
