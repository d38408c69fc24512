import type { Operation } from '@posthorn/contracts'
import type { Page } from './resources.ts'
import type { ToolChoice } from './toolsets.ts'

/** A tool call before it takes effect. Personal values in `given` are redacted when it is recorded. */
export type ToolCall = { tool: string; given: Record<string, unknown>; recipients: number; dryRun: boolean }

/** The installation that the tools act on, for one caller. */
export type AssistantHost = {
  /** The key's scopes. Tools that need other scopes aren't listed. */
  scopes: readonly string[]
  choice: ToolChoice
  /** Maximum number of people that one call may send to. */
  recipientsMax: number
  /** Returns the pages an assistant may read, in addition to the contract's. */
  pages(): Promise<readonly Page[]>
  /** Counts a call's recipients toward the daily limit, and records the call in the audit log. Rejects with a fault. */
  record(call: ToolCall): Promise<void>
  /** Returns a failed call's recipients to the daily limit, if this error means that the call certainly had no effect. */
  release(call: ToolCall, error: unknown): Promise<void>
  /** Calls an operation on behalf of the caller. Rejects with a fault. */
  call(operation: Operation, input: unknown, idempotencyKey: string | undefined): Promise<unknown>
}
