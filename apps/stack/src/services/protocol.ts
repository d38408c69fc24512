import type { Part } from '../parts.ts'
import type { Preparations } from '../preparation.ts'

/** A request from the launcher to the services' process. */
export type Request = { id: number } & (
  | { start: Part; env: Record<string, string> }
  | { stop: Part }
  | { prepare: keyof Preparations; input: Preparations[keyof Preparations]['input'] }
)

export type Started = { url: string; edgeUrl: string | null }

/** The response to a request. `failed` is one line for the terminal. */
export type Reply = { id: number } & (
  | { started: Started }
  | { stopped: true }
  | { prepared: unknown }
  | { failed: string }
)

/** A status line about something the process is waiting for. It isn't a response to a request. */
export type Waiting = { waiting: string }
