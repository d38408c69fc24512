import {
  type IHookFunctions,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
  NodeConnectionTypes,
} from 'n8n-workflow'
import { loadOptions } from '../Posthorn/client.ts'
import { eventKinds } from '../Posthorn/generated/properties.ts'
import { exists, type HookContext, receiveEvent, register, remove } from './subscription.ts'

export class PosthornTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Posthorn Trigger',
    name: 'posthornTrigger',
    icon: { light: 'file:../../icons/posthorn.svg', dark: 'file:../../icons/posthorn.dark.svg' },
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ")}}',
    description: 'Starts the workflow when a message arrives or something else happens',
    defaults: { name: 'Posthorn Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'posthornApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        required: true,
        options: eventKinds,
        default: ['message:in'],
        description: 'Events that start the workflow',
      },
      {
        displayName: 'Number Name or ID',
        name: 'number',
        type: 'options',
        typeOptions: { loadOptionsMethod: 'numbers' },
        default: '',
        description:
          'Only events of this number; empty: of all numbers. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
      },
      {
        displayName: 'Filters',
        name: 'filters',
        type: 'collection',
        placeholder: 'Add Filter',
        default: {},
        options: [
          {
            displayName: 'From Phone',
            name: 'phone',
            type: 'string',
            default: '',
            description: 'Only events about this person',
          },
          {
            displayName: 'Message Types',
            name: 'types',
            type: 'string',
            typeOptions: { multipleValues: true },
            default: [],
            description: 'Only messages of these types, such as text or image',
          },
          {
            displayName: 'Text Contains',
            name: 'contains',
            type: 'string',
            default: '',
            description: 'Only messages with this text, in any case',
          },
        ],
      },
      {
        displayName: 'Send a Sample While Testing',
        name: 'sample',
        type: 'boolean',
        default: false,
        description: 'Whether a test starts with a sample event at once, instead of waiting for a real one',
      },
    ],
  }

  methods = { loadOptions }

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        return exists(this as unknown as HookContext)
      },
      async create(this: IHookFunctions): Promise<boolean> {
        return register(this as unknown as HookContext)
      },
      async delete(this: IHookFunctions): Promise<boolean> {
        return remove(this as unknown as HookContext)
      },
    },
  }

  /** Starts the workflow with a delivered event. One that is filtered out is accepted, too, so that it isn't delivered again. */
  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const { rawBody } = this.getRequestObject()
    const received = await receiveEvent(this, new Uint8Array(rawBody))
    if (received === 'filtered') return {}
    if ('status' in received) {
      this.getResponseObject().status(received.status).json({ message: received.message })
      return { noWebhookResponse: true }
    }
    return { workflowData: [this.helpers.returnJsonArray(received.event)] }
  }
}
