import {
  type Filter,
  isSubscribed,
  receive,
  SignatureError,
  sendSample,
  subscribe,
  unsubscribe,
} from '@posthorn/connectors'
import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow'
import { clientOf, type RequestContext } from '../Posthorn/client.ts'

export type HookContext = RequestContext &
  Pick<IHookFunctions, 'getNodeParameter' | 'getNodeWebhookUrl' | 'getWorkflowStaticData' | 'getWorkflow' | 'getMode'>

export type EventContext = Pick<IWebhookFunctions, 'getHeaderData' | 'getNodeParameter' | 'getWorkflowStaticData'>

/** Returns the URL that n8n gave to this trigger. A test has another one than the active workflow. */
const urlOf = (context: HookContext): string => context.getNodeWebhookUrl('default') ?? ''

/** Returns the kinds of events that the user chose, and the number if they chose one. */
function chosenIn(context: HookContext): { kinds: string[]; number: string | undefined } {
  const number = context.getNodeParameter('number', '')
  const kinds = context.getNodeParameter('events') as string[]
  return { kinds, number: typeof number === 'string' && number !== '' ? number : undefined }
}

/**
 * Returns whether the webhook from the last activation still exists and posts the chosen events to this trigger. Resumes it if it was
 * disabled.
 */
export async function exists(context: HookContext): Promise<boolean> {
  const { webhookId } = context.getWorkflowStaticData('node')
  if (typeof webhookId !== 'string') return false
  return isSubscribed(await clientOf(context), { id: webhookId, url: urlOf(context), ...chosenIn(context) })
}

/** Registers the webhook, and stores its id and secret with the workflow. In a test, sends a sample immediately if the user wants one. */
export async function register(context: HookContext): Promise<boolean> {
  const client = await clientOf(context)
  const { kinds, number } = chosenIn(context)
  const data = context.getWorkflowStaticData('node')
  const isTest = context.getMode() === 'manual'
  const { id, secret } = await subscribe(client, {
    url: urlOf(context),
    kinds,
    number,
    name: `n8n: ${context.getWorkflow().name ?? ''}`,
    // A test sees the webhook of the active workflow, which goes on.
    former: isTest ? undefined : (data['webhookId'] as string | undefined),
  })
  Object.assign(data, { webhookId: id, secret })
  if (isTest && context.getNodeParameter('sample', false) === true) {
    // Not awaited, because n8n accepts the event only after this method has returned.
    void sendSample(client, { id, kind: kinds[0] ?? 'message:in' }).catch(() => undefined)
  }
  return true
}

/** Removes the webhook, and forgets its id and secret. */
export async function remove(context: HookContext): Promise<boolean> {
  const data = context.getWorkflowStaticData('node')
  const { webhookId } = data
  if (typeof webhookId === 'string') await unsubscribe(await clientOf(context), webhookId)
  delete data['webhookId']
  delete data['secret']
  return true
}

/** Outcome of a request: the event starts the workflow or is filtered out, or the request is refused with this HTTP status. */
export type Received = { event: IDataObject } | 'filtered' | { status: number; message: string }

/** Verifies a request with the registration's secret and applies the filters. Refuses it without a registration or a valid signature. */
export async function receiveEvent(context: EventContext, body: Uint8Array<ArrayBuffer>): Promise<Received> {
  const { secret } = context.getWorkflowStaticData('node')
  if (typeof secret !== 'string') return { status: 404, message: 'The workflow has no webhook; activate it again' }
  const headers = context.getHeaderData() as Record<string, string | undefined>
  const filter = context.getNodeParameter('filters', {}) as Filter
  return receive({ headers, body, secret }, filter).then(
    (event) => (event === undefined ? 'filtered' : { event: event as unknown as IDataObject }),
    (error: Error) =>
      error instanceof SignatureError ? { status: 401, message: error.message } : Promise.reject(error),
  )
}
