import { z } from 'zod'
import { idOf } from '../ids.ts'

/** Request of another service for a message to each of at most 100 phones, through the queue of a number. */
export const messageRequest = z.object({
  number: idOf('num'),
  phones: z.array(z.string()).min(1).max(100),
  reference: z.string().describe('Reference of each message, such as the id of a post'),
  version: z.int().optional().describe('Version of the referenced object at the time of the request'),
  message: z
    .record(z.string(), z.unknown())
    .describe('Body of POST /v1/messages, without target, number and reference'),
})

/** Requested messages that the queue refused, with the error. */
export const messageRefused = z.object({ reference: z.string(), phones: z.array(z.string()), errorCode: z.string() })
