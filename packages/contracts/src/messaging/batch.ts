import { z } from 'zod'
import { type Fault, fieldError } from '../fault.ts'
import { fieldErrorsMax, fieldNames, invalidRequest } from '../field-errors.ts'
import { besideOtherFaults, named } from '../schemas.ts'
import { message, messageError, sendInput } from './message.ts'

type Issue = z.core.$ZodIssue

const fieldErrorsOfMessageMax = 10

/** A batch message with invalid fields. Serializes to the JSON that the caller sent, so that every step validates it the same way. */
export class FaultyMessage {
  readonly issues: readonly Issue[]
  readonly #sent: unknown

  constructor(sent: unknown, issues: readonly Issue[]) {
    this.#sent = sent
    this.issues = issues
  }

  /** Returns this message's error. With `suggests`, it includes suggested field names, which are slow to compute. */
  refusal({ suggests, errorsMax }: { suggests: boolean; errorsMax: number }): Fault {
    return invalidRequest(this, {
      known: suggests ? fieldNames(sendInput.shape) : [],
      given: this.#sent,
      errorsMax: Math.min(errorsMax, fieldErrorsOfMessageMax),
    })
  }

  /** Number of this message's invalid fields, listed or not. */
  get faultyFields(): number {
    const paths = new Set<string>()
    let unknown = 0
    for (const issue of this.issues) {
      if (issue.code === 'unrecognized_keys') unknown += issue.keys.length
      else paths.add(issue.path.join('.'))
    }
    return unknown + paths.size
  }

  toJSON(): unknown {
    return this.#sent
  }
}

/**
 * Keeps an invalid message with its problems, so that the other messages of the batch can be accepted. The JSON Schema generator calls this
 * without a context. The schema has no default in that case.
 */
const faultyMessage = (caught?: { value: unknown; error: { issues: Issue[] } }): FaultyMessage | undefined => {
  if (caught === undefined || caught.value instanceof FaultyMessage) return caught?.value as FaultyMessage | undefined
  return new FaultyMessage(caught.value, caught.error.issues)
}

const batchMessage = sendInput.strict().catch(faultyMessage as never) as unknown as z.ZodType<
  z.output<typeof sendInput> | FaultyMessage,
  z.input<typeof sendInput>
>

/** Body of POST /v1/messages/batch. Without `partial`, any invalid message fails the entire request. */
export const batchInput = z
  .object({
    messages: z
      .array(batchMessage)
      .min(1)
      .max(1000)
      .describe('1 to 1,000 messages to send, each in the form of the body of POST /v1/messages'),
    partial: z
      .boolean()
      .default(false)
      .describe('Accept the valid messages and return an error for each invalid message'),
  })
  .superRefine(({ messages, partial }, ctx) => {
    if (partial === true || !Array.isArray(messages)) return
    for (const [i, each] of messages.entries()) {
      if (!(each instanceof FaultyMessage)) continue
      if (ctx.issues.length >= fieldErrorsMax) break
      for (const issue of each.issues) ctx.addIssue({ ...issue, path: ['messages', i, ...issue.path] } as never)
    }
  }, besideOtherFaults)

const refusal = named(
  'BatchRefusal',
  messageError.omit({ providerCode: true, further: true }).extend({
    errors: z.array(fieldError).describe('Invalid fields of this message: the first 10, and at most 100 per response'),
    moreErrors: z.int().describe('Number of other invalid fields, not listed in `errors`'),
  }),
)

/** Entry in a batch response: the message, or its error if `partial` is set. */
export const batchResult = z.union([message, z.object({ error: refusal.describe('Why this message was refused') })])
