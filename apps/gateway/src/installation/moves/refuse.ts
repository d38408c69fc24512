import { fail } from '@posthorn/contracts'
import type { GatewayRuntime } from '../../deps.ts'
import type { Exchange } from '../../rest/exchange.ts'

const refusal = {
  message: 'The workspace is being moved to another installation; try again after the seconds in Retry-After.',
  retryAfter: 2,
}

/** Refuses a request for a workspace on its way; one that only reads is answered until another installation has it. */
export function refuseMoving(runtime: GatewayRuntime, { req }: Exchange, workspace: string): void {
  if (runtime.deps.moves.statusOf(workspace) === undefined) return
  const isReading = req.method === 'GET' || req.method === 'HEAD'
  if (!isReading || !isReadable(runtime, workspace)) fail('service:unavailable', refusal)
}

/** Refuses a callback for a number whose workspace is on its way: the provider repeats it. */
export function refuseMovingNumber({ deps }: GatewayRuntime, number: string): void {
  if (deps.moves.isMovingNumber(number)) fail('service:unavailable', refusal)
}

/** Returns true for a workspace that is read here, moving or not. */
export function isReadable({ deps }: GatewayRuntime, workspace: string): boolean {
  const status = deps.moves.statusOf(workspace)
  return status === undefined || status === 'leaving'
}
