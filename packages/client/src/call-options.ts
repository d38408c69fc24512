import type { CallContext } from '@posthorn/contracts'

/** Fields of a call's context that the caller sets; the rest of the signed context is filled in. */
export type CallOptions = Partial<Omit<CallContext, 'expiresAt'>> & { onReplayed?: () => void }
