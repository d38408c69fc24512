import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { type Receiver, startReceiver } from '@posthorn/testkit'
import { decrypt } from 'http_ece'
import type { PushContent } from './push.sql.ts'

/** A browser's subscription to a push service, which is a real server in these tests. */
export type TestDevice = {
  address: { endpoint: string; keys: { p256dh: string; auth: string } }
  /** The pushes received so far, decrypted with the browser's keys. */
  received(): PushContent[]
}

/** Starts a push service that creates subscriptions. */
export async function startPushService(): Promise<Receiver & { subscribe(): TestDevice }> {
  const service = await startReceiver({ respond: { status: 201 } })
  return {
    ...service,
    subscribe() {
      const path = `/wpush/${randomUUID()}`
      const privateKey = createECDH('prime256v1')
      privateKey.generateKeys()
      const authSecret = randomBytes(16).toString('base64url')
      return {
        address: {
          endpoint: `${service.url}${path}`,
          keys: { p256dh: privateKey.getPublicKey().toString('base64url'), auth: authSecret },
        },
        received: () =>
          service.requests
            .filter((each) => each.path === path)
            .map(({ body }) => JSON.parse(String(decrypt(body, { version: 'aes128gcm', privateKey, authSecret })))),
      }
    },
  }
}
