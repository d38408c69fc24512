import { call } from './request.ts'

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

/** Roles, from the lowest to the highest. */
export type Role = 'viewer' | 'agent' | 'admin' | 'owner'

export type SignedIn = {
  person: {
    id: string
    name: string
    email: string
    twoFactor: boolean
    codesLeft: number
    operator?: boolean
    proven: boolean
    digest: boolean
  }
  csrf: string
  workspaces: { id: string; name: string; role: Role; member: string }[]
  confirmedAt: string
}

/** A secret for an authenticator app. `offer` names it when the person enters a code. */
export type OfferedSecret = { secret: string; uri: string; offer: string }

/** Result of a sign-in step: signed in, a two-factor code is needed, or the person has joined a workspace but must sign in. */
export type Step = ({ next: 'done' } & SignedIn) | { next: 'code' | 'sign-in' }

export type Link = {
  kind: 'first' | 'invitation' | 'reset'
  workspace: { id: string; name: string } | null
  email: string | null
  role: Role | null
  expiresAt: string
}

/** Fields of the form behind a welcome link. */
export type Welcome = { token: string; password: string; name?: string; email?: string; workspaceName?: string }

/** A device with an active session. */
export type Device = {
  id: string
  current: boolean
  createdAt: string
  lastSeenAt: string
  address: string | null
  agent: string | null
}

/** Whether the installation sends mail. The gateway writes this into the page. */
export const sendsMail = (): boolean => 'mail' in document.documentElement.dataset

/** Name of the identity provider for sign-in, if there is one. */
export const signInName = (): string | undefined => document.documentElement.dataset['oidc']

export const auth = {
  session: () => call<SignedIn>('GET', '/app/auth/session'),
  signIn: (email: string, password: string) => call<Step>('POST', '/app/auth/sign-in', { email, password }),
  beginOidc: () => call<{ url: string }>('POST', '/app/auth/oidc/begin', {}),
  finishOidc: (query: string) => call<Step>('POST', '/app/auth/oidc/finish', { query }),
  code: (code: string) => call<Step>('POST', '/app/auth/code', { code }),
  signOut: () => call<void>('POST', '/app/auth/sign-out', {}),
  link: (token: string) => call<Link>('POST', '/app/auth/links', { token }),
  welcome: (fields: Welcome) => call<Step & { workspace: string }>('POST', '/app/auth/welcome', fields),
  reset: (token: string, password: string) => call<{ next: 'sign-in' }>('POST', '/app/auth/reset', { token, password }),
  forgot: (email: string) => call<unknown>('POST', '/app/auth/forgot', { email }),
  sendConfirmation: () => call<unknown>('POST', '/app/auth/address/send', {}),
  confirmAddress: (token: string) => call<SignedIn>('POST', '/app/auth/address/confirm', { token }),
  digest: (daily: boolean) => call<SignedIn>('POST', '/app/auth/digest', { daily }),
  confirm: (password: string) => call<SignedIn>('POST', '/app/auth/confirm', { password }),
  password: (current: string, password: string) => call<SignedIn>('POST', '/app/auth/password', { current, password }),
  devices: () => call<Device[]>('GET', '/app/auth/sessions'),
  endDevice: (id: string) => call<void>('DELETE', `/app/auth/sessions/${encodeURIComponent(id)}`),
  endDevices: () => call<void>('DELETE', '/app/auth/sessions'),
  beginTwoFactor: (password: string) => call<OfferedSecret>('POST', '/app/auth/two-factor', { password }),
  finishTwoFactor: (fields: { code: string; offer: string }) =>
    call<{ codes: string[] } & SignedIn>('POST', '/app/auth/two-factor/confirm', fields),
  endTwoFactor: (password: string) => call<SignedIn>('DELETE', '/app/auth/two-factor', { password }),
}
