import { type ActionContext, ApFile, createAction } from '@activepieces/pieces-framework'
import { type Action, callOperation, common, explain, perform } from '@posthorn/connectors'
import { clientOf, connection } from './connection.ts'
import { propertyOf } from './properties.ts'

type Context = Pick<ActionContext<typeof connection>, 'auth' | 'propsValue' | 'run' | 'step' | 'files'>

/** Runs an action. Nothing is sent twice if Activepieces repeats a step in the same run. Equal inputs in a loop are also sent only once. */
async function run(action: Action, context: Context): Promise<unknown> {
  const values = Object.fromEntries(
    Object.entries(context.propsValue).map(([name, value]) => [name, value instanceof ApFile ? fileOf(value) : value]),
  )
  try {
    const outcome = await perform(clientOf(context.auth.props), {
      action,
      values,
      run: `${context.run.id}:${context.step.name}`,
      limit: 100,
    })
    if ('items' in outcome) return action.answer === 'pages' ? outcome.items : outcome.items[0]
    const { bytes, filename, type } = outcome.file
    const file = await context.files.write({ fileName: filename, data: Buffer.from(bytes) })
    return { filename, mime: type, size: bytes.length, file }
  } catch (error) {
    const { message, description } = explain(error)
    throw new Error([message, description].filter((line) => line !== '').join('\n'), { cause: error })
  }
}

/** Returns a file without a type. The installation detects the type from the bytes. */
const fileOf = ({ data, filename }: ApFile) => ({ bytes: new Uint8Array(data), type: '', filename })

export const actions = [...common, callOperation].map((action) =>
  createAction({
    name: action.key,
    auth: connection,
    displayName: action.label,
    description: `${action.help}.`,
    props: Object.fromEntries(action.fields.map((field) => [field.name, propertyOf(field)])),
    run: (context) => run(action, context),
  }),
)
