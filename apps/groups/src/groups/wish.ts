/** What the provider is asked about a group that is made. Each may be asked twice without harm. */
export type Wish =
  | { kind: 'settings'; name?: string; description?: string }
  /** The bytes lie beside it. */
  | { kind: 'image'; sha256: string }
  | { kind: 'invite' }
  | { kind: 'deletion' }
  /** Ids of participants. */
  | { kind: 'removal'; people: string[] }
  | { kind: 'answer'; approve: boolean; requests: string[] }
