import { z } from 'zod'
import { idOf } from '../ids.ts'

/** A message another service wants sent, to each of at most 100 phones, through the queue of a number. */
export const messageRequest = z.object({
  number: idOf('num'),
  phones: z.array(z.string()).min(1).max(100),
  reference: z.string().describe('What it is for, such as a post; each message carries it'),
  version: z.int().optional().describe('Version of what it is for, as the message was requested'),
  message: z
    .record(z.string(), z.unknown())
    .describe('Body of POST /v1/messages, without target, number and reference'),
})

/** Those of them whom the queue did not take, and why. */
export const messageRefused = z.object({ reference: z.string(), phones: z.array(z.string()), errorCode: z.string() })
