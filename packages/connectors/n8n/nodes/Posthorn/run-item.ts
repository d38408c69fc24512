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

export async function runItem(context: ActionContext, at: number): Promise<INodeExecutionData[]> {
  const action = allActions.get(context.getNodeParameter('operation', at) as string)
  if (action === undefined) throw new TypeError('Choose an operation')
  const client = await clientOf(context)
  const outcome = await perform(client, {
    action,
    values: await valuesOf(context, { action, at }),
    run: runOf(context, at),
    limit: limitOf(context, { action, at }),
  })
  if ('items' in outcome) return outcome.items.map((item) => itemOf(item, at))
  const field = context.getNodeParameter('outputField', at, 'data') as string
  const { bytes, filename, type } = outcome.file
  const binary = await context.helpers.prepareBinaryData(Buffer.from(bytes), filename, type)
  return [{ json: { filename, mime: type, size: bytes.length }, binary: { [field]: binary }, pairedItem: { item: at } }]
}

const itemOf = (item: Item, at: number): INodeExecutionData => ({
  json: item as INodeExecutionData['json'],
  pairedItem: { item: at },
})

/** Returns an identifier for this node's run on this item. It stays the same if n8n repeats a failed node. */
function runOf(context: ActionContext, at: number): string {
  const runIndex = Number(context.evaluateExpression('{{ $runIndex }}', at))
  return [context.getExecutionId(), context.getNode().id, runIndex, at].join(':')
}

type ItemAction = { action: Action; at: number }

function limitOf(context: ActionContext, { action, at }: ItemAction): number | undefined {
  if (action.answer !== 'pages' || context.getNodeParameter('returnAll', at, false) === true) return undefined
  return Number(context.getNodeParameter('limit', at, 50))
}

/** Reads the fields, including additional fields. Names of binary fields are replaced by files. */
async function valuesOf(context: ActionContext, { action, at }: ItemAction): Promise<Values> {
  const more = context.getNodeParameter('additionalFields', at, {}) as Record<string, unknown>
  const values: Record<string, unknown> = {}
  for (const field of action.fields) {
    // Required fields and the fields of common actions are in the node itself. All other fields are in the collection.
    const isInNode = field.required === true || common.includes(action)
    const value = isInNode ? context.getNodeParameter(field.name, at, undefined) : more[field.name]
    values[field.name] = field.kind === 'bytes' ? await fileOf(context, { field, value, at }) : value
  }
  return values
}

async function fileOf(
  context: ActionContext,
  { value, at }: { field: Field; value: unknown; at: number },
): Promise<unknown> {
  const name = typeof value === 'string' ? value : ''
  const binary = context.getInputData()[at]?.binary?.[name]
  if (binary === undefined) return value
  const bytes = new Uint8Array(await context.helpers.getBinaryDataBuffer(at, name))
  return { bytes, type: binary.mimeType, filename: binary.fileName ?? name }
}
