import type { Part } from '../parts.ts'
import type { Preparations } from '../preparation.ts'

/** The launcher's requests to the services' process. */
export type Request = { id: number } & (
  | { start: Part; env: Record<string, string> }
  | { stop: Part }
  | { prepare: keyof Preparations; input: Preparations[keyof Preparations]['input'] }
)

/** URLs of a started part. */
export type Started = { url: string; edgeUrl: string | null }

/** Response to a request. `failed`: one line for the terminal. */
export type Reply = { id: number } & (
  | { started: Started }
  | { stopped: true }
  | { prepared: unknown }
  | { failed: string }
)

/** A status line about a wait of the process. It belongs to no request. */
export type Waiting = { waiting: string }
