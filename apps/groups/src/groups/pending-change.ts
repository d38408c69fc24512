/** A change of an active group that the provider is requested to make. Each may be requested twice without harm. */
export type PendingChange =
  | { kind: 'settings'; name?: string; description?: string }
  /** The bytes lie beside it. */
  | { kind: 'image'; sha256: string }
  | { kind: 'invite' }
  | { kind: 'deletion' }
  /** Ids of participants. */
  | { kind: 'removal'; people: string[] }
  | { kind: 'answer'; approve: boolean; requests: string[] }
