import {
  triggers as catalog,
  choicesOf,
  type ListName,
  receive,
  sampleOf,
  subscribe,
  type Trigger,
  unsubscribe,
} from '@posthorn/connectors'
import { type Bundle, clientOf, type ZapierTools } from './actions.ts'

/** Describes a trigger as Zapier expects it, with the functions that register and remove its webhook. */
function hookOf({ key, kind, label, help, sample }: Trigger) {
  return {
    key,
    noun: 'Event',
    display: {
      label: label.replace(/ [a-z]/g, (each) => each.toUpperCase()),
      description: `Triggers when ${help.toLowerCase()}.`,
    },
    operation: {
      type: 'hook',
      inputFields: [
        {
          key: 'number',
          label: 'Number',
          type: 'string',
          dynamic: 'numbers.id.name',
          helpText: 'Only events of this number.',
        },
        { key: 'contains', label: 'Text contains', type: 'string', helpText: 'Only messages with this text.' },
      ],
      sample: { ...sample },
      performSubscribe: (_z: ZapierTools, bundle: Bundle) => {
        const { number } = bundle.inputData
        const url = bundle.targetUrl ?? ''
        return subscribe(clientOf(bundle), { url, kinds: [kind], number: number as string | undefined, name: 'Zapier' })
      },
      performUnsubscribe: async (_z: ZapierTools, bundle: Bundle) => {
        await unsubscribe(clientOf(bundle), String(bundle.subscribeData?.['id']))
        return {}
      },
      perform: async (_z: ZapierTools, bundle: Bundle) => {
        const { content: body = '', headers = {} } = bundle.rawRequest ?? {}
        const secret = String(bundle.subscribeData?.['secret'])
        const event = await receive(
          { headers: originalNames(headers), body, secret },
          { contains: (bundle.inputData['contains'] ?? '') as string },
        )
        return event === undefined ? [] : [event]
      },
      performList: async (_z: ZapierTools, bundle: Bundle) => [await sampleOf(clientOf(bundle), kind)],
    },
  }
}

/** Returns headers under their original names. Zapier capitalizes them, for example `Http-Webhook-Id`. */
function originalNames(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.replace(/^http-/i, ''), value]))
}

/** Creates a hidden trigger that fills a list of choices. */
function listOf(list: ListName) {
  return {
    key: list,
    noun: 'Choice',
    display: { label: `List of ${list}`, description: `Fills the choices of ${list}.`, hidden: true },
    operation: {
      perform: async (_z: ZapierTools, bundle: Bundle) =>
        (await choicesOf(clientOf(bundle), list)).map(({ label, value }) => ({ id: value, name: label })),
    },
  }
}

const lists: readonly ListName[] = ['channels', 'groups', 'labels', 'members', 'numbers', 'segments', 'templates']

export const triggers = Object.fromEntries(
  [...catalog.map(hookOf), ...lists.map(listOf)].map((each) => [each.key, each]),
)
