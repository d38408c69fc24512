/** Vault purpose for a signing secret. Binds the secret to its webhook, so that it can't be decrypted for any other. */
export const secretPurpose = (webhookId: string): string => `webhook secret ${webhookId}`

export const headerPurpose = (webhookId: string): string => `webhook header ${webhookId}`
