import { z } from 'zod'
import { idOf } from '../schemas.ts'

/** A request from another service to send a message to up to 100 phone numbers through one number's queue. */
export const messageRequest = z.object({
  number: idOf('num'),
  phones: z.array(z.string()).min(1).max(100),
  reference: z.string().describe('Reference of each message, such as the id of a post'),
  version: z.int().optional().describe('Version of the referenced object at the time of the request'),
  message: z
    .record(z.string(), z.unknown())
    .describe('Body of POST /v1/messages, without target, number and reference'),
  values: z
    .record(z.string(), z.record(z.string(), z.string()))
    .optional()
    .describe("Values for the message's placeholders, by phone number and name; absent: it has none"),
})
