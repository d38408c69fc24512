import { call } from './api.ts'

export const pushKinds = ['message', 'assigned', 'mention'] as const
export type PushKind = (typeof pushKinds)[number]

export type PushDevice = { id: string; kinds: PushKind[]; showText: boolean; agent: string | null; createdAt: string }

type Subscription = { endpoint: string; keys: { p256dh: string; auth: string }; kinds: PushKind[]; showText: boolean }

export const push = {
  show: () => call<{ publicKey: string; devices: PushDevice[] }>('GET', '/app/auth/push'),
  subscribe: (subscription: Subscription) => call<PushDevice>('POST', '/app/auth/push', subscription),
  renew: (endpoint: string) => call<PushDevice>('POST', '/app/auth/push/renew', { endpoint }),
  end: (id: string) => call<void>('DELETE', `/app/auth/push/${id}`),
}
