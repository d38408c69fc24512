import { explain } from '@posthorn/connectors'
import {
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  NodeConnectionTypes,
  NodeOperationError,
} from 'n8n-workflow'
import { loadOptions } from './client.ts'
import { properties, resourceProperty } from './generated/properties.ts'
import { type ActionContext, runItem } from './run-item.ts'

export class Posthorn implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Posthorn',
    name: 'posthorn',
    icon: { light: 'file:../../icons/posthorn.svg', dark: 'file:../../icons/posthorn.dark.svg' },
    group: ['output'],
    version: 1,
    subtitle: '={{$parameter["operation"]}}',
    description: 'Send WhatsApp messages and work with chats, contacts and groups',
    defaults: { name: 'Posthorn' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'posthornApi', required: true }],
    properties: [resourceProperty, ...properties],
  }

  methods = { loadOptions }

  /** Performs the operation for each item. An error ends the node or, with n8n's setting to continue, is the result of its item. */
  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const results: INodeExecutionData[] = []
    for (const at of this.getInputData().keys()) {
      try {
        results.push(...(await runItem(this as unknown as ActionContext, at)))
      } catch (error) {
        const { message, description, status } = explain(error)
        if (this.continueOnFail()) {
          results.push({ json: { error: message, description, status: status ?? null }, pairedItem: { item: at } })
          continue
        }
        throw new NodeOperationError(this.getNode(), message, { description, itemIndex: at })
      }
    }
    return [results]
  }
}
