import type { Verb } from '@posthorn/chassis'
import { Fault, FaultyMessage, fieldErrorsMax, type messaging, withRefusedValues } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { type PlanResult, planMessages, storeMessages } from './acceptance.ts'
import { presentMessage } from './present.ts'

/** Maximum number of failed messages in a batch for which the error suggests similar names. */
const suggestingMax = 10

/** Accepts up to 1000 messages in one transaction: all or none, or only the valid ones if `partial` is set. */
export const batch: Verb<typeof messaging.messages.batch, MessagingRuntime> = async ({ ctx, input }) => {
  const { em, runtime, workspace, call } = ctx
  const tx = { em, emit: ctx.emit, wake: ctx.wake }
  const valid = input.messages.flatMap((message) => (message instanceof FaultyMessage ? [] : [message]))
  const planned = await planMessages({
    tx,
    runtime,
    calls: valid.map((message) => ({ call, workspace, input: message })),
  })
  if (!input.partial) refuseAll(planned)
  await storeMessages(
    tx,
    planned.flatMap((result) => (result.ok ? [result.value] : [])),
  )
  const results = new Map(valid.map((message, i) => [message, planned[i] as PlanResult]))
  const shown = { refused: 0, errors: 0 }
  return input.messages.map((message) => {
    const result = message instanceof FaultyMessage ? undefined : (results.get(message) as PlanResult)
    if (result?.ok) return presentMessage(result.value.row, result.value.queue)
    const left = fieldErrorsMax - shown.errors
    const suggests = shown.refused++ < suggestingMax
    // The message describes the first error, even if the entry's list of errors is truncated.
    const fault = result
      ? withRefusedValues(faultOf(result), message)
      : (message as FaultyMessage).refusal({ suggests, errorsMax: Math.max(1, left) })
    const faulty = message instanceof FaultyMessage ? message.faultyFields : fault.errors.length
    const errors = fault.errors.slice(0, left)
    shown.errors += errors.length
    const { code: errorCode, message: sentence, retryable } = fault
    return { error: { errorCode, message: sentence, retryable, errors, moreErrors: faulty - errors.length } }
  })
}

/**
 * Refuses the entire batch if any message is refused. Fails with the code of the first error and lists the errors with the positions of
 * their messages.
 */
function refuseAll(planned: PlanResult[]): void {
  const faults = planned.flatMap((result, i) => (result.ok ? [] : [{ i, fault: faultOf(result) }]))
  const [first] = faults
  if (!first) return
  const errors = faults.flatMap(({ i, fault }) => {
    const at = `messages.${i}`
    if (fault.errors.length === 0) return [{ path: at, code: fault.code, message: fault.message }]
    return fault.errors.map((field) => ({ ...field, path: `${at}.${field.path}` }))
  })
  throw new Fault(first.fault.code, {
    errors: errors.slice(0, fieldErrorsMax),
    ...(first.fault.retryAfter === undefined ? {} : { retryAfter: first.fault.retryAfter }),
  })
}

function faultOf(result: Extract<PlanResult, { ok: false }>): Fault {
  if (result.error instanceof Fault) return result.error
  throw result.error
}
