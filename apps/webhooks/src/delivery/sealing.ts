/** Returns the vault purpose of a signing secret: one sealed for another webhook cannot be opened. */
export const secretPurpose = (webhookId: string): string => `webhook secret ${webhookId}`

/** Returns the vault purpose of the value of a secret header. */
export const headerPurpose = (webhookId: string): string => `webhook header ${webhookId}`
