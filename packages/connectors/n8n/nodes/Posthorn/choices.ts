import { choicesOf, type ListName } from '@posthorn/connectors'
import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow'
import { clientOf, type RequestContext } from './client.ts'

function optionsOf(list: ListName) {
  return async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
    const client = await clientOf(this as unknown as RequestContext)
    const choices = await choicesOf(client, list)
    return choices.map(({ label, value }) => ({ name: label, value }))
  }
}

export const loadOptions = {
  channels: optionsOf('channels'),
  groups: optionsOf('groups'),
  labels: optionsOf('labels'),
  members: optionsOf('members'),
  numbers: optionsOf('numbers'),
  segments: optionsOf('segments'),
  templates: optionsOf('templates'),
} satisfies Record<ListName, unknown>
