import type { CallContext } from '@posthorn/contracts'

/** What the caller sets in a call's context; the rest of the signed context is filled in. */
export type CallOptions = Partial<Omit<CallContext, 'expiresAt'>> & { onReplayed?: () => void }
