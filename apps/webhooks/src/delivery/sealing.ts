/** Vault purpose for a signing secret. Binds the secret to its webhook, so that it can't be decrypted for any other. */
export const secretPurpose = (webhookId: string): string => `webhook secret ${webhookId}`

/** Vault purpose for the value of a webhook's secret header. Binds it to its webhook in the same way. */
export const headerPurpose = (webhookId: string): string => `webhook header ${webhookId}`
