import type { AdmissionOptions } from '../admission.ts'
import type { Exchange } from '../exchange.ts'
import type { Route } from '../route.ts'

/** Handles a request of a route, given its path parameters. Rejects with the refusal. */
export type Respond = (exchange: Exchange, parameters: Record<string, string>) => Promise<void>

/** Makes the function by which a route answers. */
export type Responder = (route: Route, options: AdmissionOptions) => Respond
