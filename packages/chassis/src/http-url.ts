import { z } from 'zod'

/** The address of an HTTP server, without a slash at its end. */
export const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))
