/** The pane at the side of a conversation. */
export type Side = 'about' | 'customer' | null
