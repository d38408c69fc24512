import { ApiError } from '@posthorn/sdk'
import { type PushDevice, type PushKind, push } from '../api/auth.ts'
import { language } from '../words/words.ts'

/** Whether this browser can get pushes here. Requires HTTPS and, on iOS, an icon on the home screen. */
export const canPush = (): boolean =>
  isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Registers the worker that shows pushes. It gets the language in its URL, because it can't read the page's settings. */
const registerWorker = () => navigator.serviceWorker.register(`/app/push-worker.js?lang=${language()}`)

/** Returns this browser's subscription at its push service; null if it has none. */
async function ownSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/app/')
  return (await registration?.pushManager.getSubscription()) ?? null
}

/**
 * Ties this browser to the current session. Returns its device with the kinds of pushes that it gets, or null if it gets none for this
 * person: a subscription of someone else ends.
 */
export async function renewDevice(): Promise<PushDevice | null> {
  if (!canPush()) return null
  const subscription = await ownSubscription()
  if (subscription === null) return null
  await registerWorker()
  try {
    return await push.renew(subscription.endpoint)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
    await subscription.unsubscribe()
    return null
  }
}

/** Sets which push notifications this browser gets. Asks the person for permission if needed; returns null if they refuse. */
export async function subscribeDevice(wanted: { kinds: PushKind[]; showText: boolean }): Promise<PushDevice | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const { publicKey } = await push.show()
  const registration = await registerWorker()
  await navigator.serviceWorker.ready
  const subscription = await subscriptionWith(registration.pushManager, publicKey)
  const { endpoint, keys } = subscription.toJSON() as { endpoint: string; keys: { p256dh: string; auth: string } }
  return push.subscribe({ endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth }, ...wanted })
}

/** Returns the browser's subscription. Replaces one with another key first, because the browser refuses a second subscription. */
async function subscriptionWith(manager: PushManager, publicKey: string): Promise<PushSubscription> {
  // The key is base64url, but browsers decode only base64.
  const applicationServerKey = Uint8Array.from(atob(publicKey.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  )
  const options = { userVisibleOnly: true, applicationServerKey }
  try {
    return await manager.subscribe(options)
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error
    await (await manager.getSubscription())?.unsubscribe()
    return manager.subscribe(options)
  }
}

/**
 * Ends this browser's pushes, on the server and in the browser. `deviceId`: the id that the server has for this browser. Returns null, like
 * the other functions for a browser that gets no pushes.
 */
export async function endPushes(deviceId: string): Promise<null> {
  await push.end(deviceId)
  await (await ownSubscription())?.unsubscribe()
  return null
}
