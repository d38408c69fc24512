import type { Operation } from '@posthorn/contracts'
import type { Page } from './resources.ts'
import type { ToolChoice } from './toolsets.ts'

/** A tool call before its effect. Personal values of `given` are redacted where it is recorded. */
export type ToolCall = { tool: string; given: Record<string, unknown>; recipients: number; dryRun: boolean }

/** The installation behind the tools, for one caller. */
export type AssistantHost = {
  /** Scopes of the key: a tool that needs another is not listed. */
  scopes: readonly string[]
  choice: ToolChoice
  /** Most people whom one call may send to. */
  recipientsMax: number
  /** Returns the pages that an assistant may read, beside those of the contract. */
  pages(): Promise<readonly Page[]>
  /** Counts the recipients of a call against the limit of the day, and records the call in the audit log. Rejects with a fault. */
  record(call: ToolCall): Promise<void>
  /** Takes back the recipients of a call that ended with this error, where it surely had no effect. */
  release(call: ToolCall, error: unknown): Promise<void>
  /** Calls an operation on behalf of the caller. Rejects with a fault. */
  call(operation: Operation, input: unknown, idempotencyKey: string | undefined): Promise<unknown>
}
