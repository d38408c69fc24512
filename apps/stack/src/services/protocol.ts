import type { Part } from '../parts.ts'
import type { Preparations } from '../preparation.ts'

/** The launcher's requests to the process of the services. */
export type Request = { id: number } & (
  | { start: Part; env: Record<string, string> }
  | { stop: Part }
  | { prepare: keyof Preparations; input: Preparations[keyof Preparations]['input'] }
)

/** Address of a part that was started. */
export type Started = { url: string; edgeUrl: string | null }

/** The answer to a request; `failed` is one line for the person at the terminal. */
export type Reply = { id: number } & (
  | { started: Started }
  | { stopped: true }
  | { prepared: unknown }
  | { failed: string }
)

/** A line about what the process waits for; it belongs to no request. */
export type Waiting = { waiting: string }
