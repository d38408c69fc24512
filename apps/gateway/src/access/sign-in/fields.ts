import { z } from 'zod'

/** A password as given: no length says anything about one that is not set here. */
export const password = z.string().min(1).max(1_000)

/** The secret of a link. */
export const token = z.string().min(1).max(200)

/** A code of an authenticator app, or a recovery code. */
export const code = z.string().min(1).max(40)

/** No fields. */
export const nothing = z.strictObject({})
