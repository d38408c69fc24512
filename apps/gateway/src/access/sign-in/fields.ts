import { z } from 'zod'

/** An entered password. No minimum length, because it isn't being set here. */
export const password = z.string().min(1).max(1_000)

/** The secret in a link. */
export const token = z.string().min(1).max(200)

/** A code of an authenticator app, or a recovery code. */
export const code = z.string().min(1).max(40)

/** No fields. */
export const nothing = z.strictObject({})
