/** Vault purpose of a signing secret. Binds it to its webhook, so that no other can decrypt it. */
export const secretPurpose = (webhookId: string): string => `webhook secret ${webhookId}`

export const headerPurpose = (webhookId: string): string => `webhook header ${webhookId}`
