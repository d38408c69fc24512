import { fail } from '@posthorn/contracts'
import { isReadMethod } from '../access/sessions/token.ts'
import type { GatewayRuntime } from '../deps.ts'
import type { Exchange } from '../rest/exchange.ts'

const refusal = {
  message:
    'The workspace is being moved to another installation; try again after the number of seconds in Retry-After.',
  retryAfter: 2,
}

/** Refuses requests for a moving workspace. Read-only requests are served until it has moved to the other installation. */
export function refuseMoving(runtime: GatewayRuntime, { req }: Exchange, workspace: string): void {
  if (runtime.deps.moves.statusOf(workspace) === undefined) return
  if (!isReadMethod(req.method) || !isReadable(runtime, workspace)) fail('service:unavailable', refusal)
}

/** Refuses callbacks for a number of a moving workspace, because both installations would store them. The provider retries them. */
export function refuseMovingNumber({ deps }: GatewayRuntime, number: string): void {
  if (deps.moves.isMovingNumber(number)) fail('service:unavailable', refusal)
}

/** Whether the workspace can be read here, even while it is moving. */
export function isReadable({ deps }: GatewayRuntime, workspace: string): boolean {
  const status = deps.moves.statusOf(workspace)
  return status === undefined || status === 'leaving'
}
