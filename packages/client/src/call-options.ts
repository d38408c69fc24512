import type { CallContext } from '@posthorn/contracts'

/** The caller's facts about one call; the rest of the signed context is filled in. */
export type CallOptions = Partial<Omit<CallContext, 'expiresAt'>> & { onReplayed?: () => void }
