/** What the vault is told a sealed signing secret is for: one sealed for another webhook cannot be opened. */
export const secretPurpose = (webhookId: string): string => `webhook secret ${webhookId}`

/** The same for the value of a secret header. */
export const headerPurpose = (webhookId: string): string => `webhook header ${webhookId}`
