import { fail } from '@posthorn/contracts'
import { z } from 'zod'
import { handler, nothing, type SignInHandler } from '../../access/sessions/endpoint.ts'
import { acrossWorkspaces } from '../person.sql.ts'
import {
  addressPurpose,
  endSubscription,
  listDevices,
  pushKinds,
  renewSubscription,
  storeSubscription,
  subscriptionId,
} from './push.sql.ts'

const endpoint = z.string().max(2_000)
/** An uncompressed P-256 point, and 16 bytes, in the form that browsers send. */
const publicKey = z.string().regex(/^B[\w-]{86}$/, 'must be an uncompressed P-256 key, base64url')
const authSecret = z.string().regex(/^[\w-]{22}$/, 'must be 16 bytes, base64url')
const agentCharactersMax = 300

/** Lists the devices that get the person's pushes, with the public key that a browser needs to subscribe. */
const show = handler({
  line: 'GET push',
  needs: 'open',
  fields: nothing,
  async run({ runtime, session }) {
    const devices = await acrossWorkspaces(runtime, (em) => listDevices(em, session.person.id))
    return { status: 200, body: { publicKey: runtime.deps.pusher.publicKey, devices } }
  },
})

/** Stores a subscription of this browser, which the page has created at its push service. */
const subscribe = handler({
  line: 'POST push',
  needs: 'open',
  fields: z.strictObject({
    endpoint,
    keys: z.strictObject({ p256dh: publicKey, auth: authSecret }),
    kinds: z.array(z.enum(pushKinds)).min(1).max(pushKinds.length),
    showText: z.boolean(),
  }),
  async run({ runtime, exchange, input, session }) {
    const { endpoint: url, keys, kinds, showText } = input
    await runtime.deps.pusher.vet(url)
    const id = subscriptionId(url)
    const subscription = {
      id,
      person: session.person.id,
      session: session.id,
      sealed: runtime.vault.seal(JSON.stringify({ endpoint: url, keys }), addressPurpose(id)),
      kinds: [...new Set(kinds)],
      showText,
      agent: String(exchange.req.headers['user-agent'] ?? '').slice(0, agentCharactersMax),
    }
    const devices = await acrossWorkspaces(runtime, async (em) => {
      await storeSubscription(em, subscription)
      return listDevices(em, session.person.id)
    })
    return { status: 200, body: devices.find((device) => device.id === id) }
  },
})

/** Ties this browser's subscription to the new session after a sign-in, so that it ends with that one. Someone else's subscription ends now. */
const renew = handler({
  line: 'POST push/renew',
  needs: 'open',
  fields: z.strictObject({ endpoint }),
  async run({ runtime, input, session }) {
    const renewed = { id: subscriptionId(input.endpoint), person: session.person.id, session: session.id }
    const device = await acrossWorkspaces(runtime, (em) => renewSubscription(em, renewed))
    return { status: 200, body: device ?? fail('route:not_found', { message: 'This browser gets no pushes for you.' }) }
  },
})

/** Stops the pushes to one of the person's devices. */
const end = handler({
  line: 'DELETE push/{id}',
  needs: 'open',
  fields: z.strictObject({ id: z.string().max(100) }),
  async run({ runtime, input, session }) {
    await acrossWorkspaces(runtime, (em) => endSubscription(em, session.person.id, input.id))
    return { status: 204 }
  },
})

/** Handlers for pushes to a person's devices. */
export const pushHandlers: readonly SignInHandler[] = [show, subscribe, renew, end]
