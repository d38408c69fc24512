import { type Action, common, type Field, groups, type Item, perform, type Values } from '@posthorn/connectors'
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow'
import { clientOf, type RequestContext } from './client.ts'

export type ActionContext = RequestContext &
  Pick<IExecuteFunctions, 'getNodeParameter' | 'getInputData' | 'getExecutionId' | 'getNode' | 'evaluateExpression'> & {
    helpers: Pick<IExecuteFunctions['helpers'], 'getBinaryDataBuffer' | 'prepareBinaryData'>
  }

const allActions: ReadonlyMap<string, Action> = new Map(
  [...common, ...groups.flatMap(({ actions }) => actions)].map((action) => [action.key, action]),
)

/** Performs the chosen operation for one item. The results name that item, so that n8n can trace them. */
export async function runItem(context: ActionContext, itemIndex: number): Promise<INodeExecutionData[]> {
  const action = allActions.get(context.getNodeParameter('operation', itemIndex) as string)
  if (action === undefined) throw new TypeError('Choose an operation')
  const client = await clientOf(context)
  const outcome = await perform(client, {
    action,
    values: await valuesOf(context, { action, itemIndex }),
    run: runOf(context, itemIndex),
    limit: limitOf(context, { action, itemIndex }),
  })
  if ('items' in outcome) return outcome.items.map((item) => itemOf(item, itemIndex))
  const field = context.getNodeParameter('outputField', itemIndex, 'data') as string
  const { bytes, filename, type } = outcome.file
  const binary = await context.helpers.prepareBinaryData(Buffer.from(bytes), filename, type)
  return [
    {
      json: { filename, mime: type, size: bytes.length },
      binary: { [field]: binary },
      pairedItem: { item: itemIndex },
    },
  ]
}

/** Returns a result as an item of n8n, with the item that it came from. */
const itemOf = (item: Item, itemIndex: number): INodeExecutionData => ({
  json: item as INodeExecutionData['json'],
  pairedItem: { item: itemIndex },
})

/** Returns an identifier for this node's run on this item. It stays the same if n8n repeats a failed node. */
function runOf(context: ActionContext, itemIndex: number): string {
  const runIndex = Number(context.evaluateExpression('{{ $runIndex }}', itemIndex))
  return [context.getExecutionId(), context.getNode().id, runIndex, itemIndex].join(':')
}

type ItemAction = { action: Action; itemIndex: number }

/** Returns the maximum number of results of a list; undefined if the user wants all. */
function limitOf(context: ActionContext, { action, itemIndex }: ItemAction): number | undefined {
  if (action.answer !== 'pages' || context.getNodeParameter('returnAll', itemIndex, false) === true) return undefined
  return Number(context.getNodeParameter('limit', itemIndex, 50))
}

/** Reads the fields, including additional fields. Names of binary fields are replaced by files, and times get their zone. */
async function valuesOf(context: ActionContext, { action, itemIndex }: ItemAction): Promise<Values> {
  const more = context.getNodeParameter('additionalFields', itemIndex, {}) as Record<string, unknown>
  const values: Record<string, unknown> = {}
  for (const field of action.fields) {
    // Required fields and the fields of common actions are in the node itself. All other fields are in the collection.
    const isInNode = field.required === true || common.includes(action)
    const value = isInNode ? context.getNodeParameter(field.name, itemIndex, undefined) : addedValue(field, more)
    if (field.kind === 'bytes') values[field.name] = await fileOf(context, value, itemIndex)
    else values[field.name] = field.kind === 'time' ? zonedTime(context, value, itemIndex) : value
  }
  return values
}

/** Returns the value of an additional field. One that was added and left empty is null where that clears it. */
const addedValue = ({ name, nullable }: Field, more: Record<string, unknown>): unknown =>
  nullable && more[name] === '' ? null : more[name]

/** Returns a time without a zone, which n8n's date picker passes, with that of the workflow. Returns any other value unchanged. */
function zonedTime(context: ActionContext, value: unknown, itemIndex: number): unknown {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d([T ][\d:.]+)?$/.test(value)) return value
  return context.evaluateExpression(`{{ DateTime.fromISO('${value.replace(' ', 'T')}').toISO() }}`, itemIndex) ?? value
}

/** Returns the file in the binary field that the value names. Any other value is the id of a stored file. */
async function fileOf(context: ActionContext, value: unknown, itemIndex: number): Promise<unknown> {
  const name = typeof value === 'string' ? value : ''
  const binary = context.getInputData()[itemIndex]?.binary?.[name]
  if (binary === undefined) return value
  const bytes = new Uint8Array(await context.helpers.getBinaryDataBuffer(itemIndex, name))
  return { bytes, type: binary.mimeType, filename: binary.fileName ?? name }
}
