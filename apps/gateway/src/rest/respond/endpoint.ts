import type { AdmissionOptions } from '../admission.ts'
import type { Route } from '../route.ts'
import { downloadResponder } from './download.ts'
import { jsonResponder } from './json.ts'
import { listResponder } from './list.ts'
import { longPollResponder } from './long-poll.ts'
import type { Respond, Responder } from './responder.ts'
import { streamResponder } from './stream.ts'
import { uploadResponder } from './upload.ts'

/** A route with its way of answering. */
export type Endpoint = Route & { respond: Respond }

/** Makes the endpoint of a route. How it answers is decided here, once at start. */
export function endpointOf(route: Route, options: AdmissionOptions): Endpoint {
  return { ...route, respond: responderOf(route)(route, options) }
}

function responderOf({ operation }: Route): Responder {
  if (operation.upload) return uploadResponder
  if (operation.stream) return streamResponder
  if (operation.download) return downloadResponder
  if (operation.waits) return longPollResponder
  return operation.list ? listResponder : jsonResponder
}
