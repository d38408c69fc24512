import type { Action, Field, Trigger } from '@posthorn/connectors/description'
import type { Catalog } from './catalog.ts'

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** Returns the fields that Make offers. Fields with JSON or a file are left to the universal module. */
const offeredFields = ({ fields }: Action): Field[] => fields.filter(({ kind }) => kind !== 'json' && kind !== 'bytes')

/** Returns the body of an action. Make replaces the parameters in double braces. */
function requestBodyOf(action: Action): Json {
  const body: Record<string, Json> = { ...(action.fixed as Record<string, Json> | undefined) }
  for (const { name, at } of offeredFields(action)) place(body, at.split('.'), `{{parameters.${name}}}`)
  return body
}

/** Sets a value at a path in a body, and creates the objects on the way. */
function place(body: Record<string, Json>, path: readonly string[], value: Json): void {
  const [name = '', ...rest] = path
  if (rest.length === 0) {
    body[name] = value
    return
  }
  const inner = { ...(body[name] as Record<string, Json> | undefined) }
  body[name] = inner
  place(inner, rest, value)
}

const parametersOf = (action: Action): Json => offeredFields(action).map(parameterOf)

/** Describes a field as Make expects it. */
function parameterOf(field: Field): Json {
  const { name, label, help, required } = field
  return {
    name,
    label,
    ...controlOf(field),
    ...(help !== '' && { help: `${help}.` }),
    ...(required && { required: true }),
  }
}

/** Returns the control that Make shows for a field. */
function controlOf({ kind, list, choices = [] }: Field): Record<string, Json> {
  if (list === 'numbers') return { type: 'select', options: 'rpc://numbers' }
  switch (kind) {
    case 'lines':
      return { type: 'text', multiline: true }
    case 'number':
      return { type: 'number' }
    case 'boolean':
      return { type: 'boolean' }
    case 'time':
      return { type: 'date' }
    case 'choice':
      return { type: 'select', options: choices.map((value) => ({ label: value, value })) }
    case 'texts':
      return { type: 'array', spec: { type: 'text' } }
    case 'text':
    case 'json':
    case 'bytes':
      return { type: 'text' }
  }
}

const universalModule = 'makeApiCall'

const withConnection = { connection: 'posthorn' }

/** Returns the manifest: all components of the app, and the files with their code. */
function manifestOf(actions: readonly Action[], triggers: readonly Trigger[]): Json {
  return {
    fileVersion: 1,
    generalCodeFiles: {
      base: 'general/base.imljson',
      common: 'general/common.imljson',
      groups: 'general/groups.imljson',
      readme: 'README.md',
    },
    components: {
      connection: {
        posthorn: {
          label: 'Posthorn',
          connectionType: 'basic',
          codeFiles: fileMap('connections/posthorn', ['communication', 'params']),
        },
      },
      webhook: Object.fromEntries(triggers.map(({ key, label }) => [key, webhookOf(key, label)])),
      module: {
        ...Object.fromEntries(triggers.map((each) => [each.key, triggerModule(each)])),
        ...Object.fromEntries(actions.map((each) => [each.key, actionModule(each)])),
        [universalModule]: universal,
      },
      rpc: { numbers: { label: 'Numbers', ...withConnection, codeFiles: fileMap('rpcs/numbers', ['communication']) } },
      function: {},
    },
    origins: [],
  }
}

/** Describes the webhook of a trigger, which `attach` registers and `detach` removes. */
function webhookOf(key: string, label: string): Json {
  const codeFiles = fileMap(`webhooks/${key}`, ['communication', 'params', 'attach', 'detach'])
  return { label, webhookType: 'web', ...withConnection, codeFiles }
}

/** Describes the module of a trigger, which Make starts with each request to the webhook. */
function triggerModule({ key, label, help }: Trigger): Json {
  const codeFiles = fileMap(`modules/${key}`, ['samples'])
  return { label, description: `${help}.`, moduleType: 'instant_trigger', webhook: key, codeFiles }
}

function actionModule({ key, label, help }: Action): Json {
  const codeFiles = fileMap(`modules/${key}`, ['communication', 'mappableParams', 'samples'])
  return { label, description: `${help}.`, moduleType: 'action', actionCrud: 'create', ...withConnection, codeFiles }
}

const universal: Json = {
  label: 'Make an API Call',
  description: 'Calls an operation that has no module.',
  moduleType: 'universal',
  ...withConnection,
  codeFiles: fileMap(`modules/${universalModule}`, ['communication', 'mappableParams']),
}

/** Returns the files of a component by their names. */
function fileMap(folder: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, `${folder}/${name}.imljson`]))
}

/** Common actions that Make offers. A published module can never be removed. The universal module covers every other operation. */
const offeredActions = ['sendText', 'sendTemplate', 'saveContact']

/** Returns the path of an action. All offered actions create something of their noun. */
const pathOf = ({ noun }: Action): string => `/v1/${noun}`

/** Returns the files of the Make app, by path. */
export function makeApp({ common, triggers }: Catalog): Record<string, string> {
  const actions = common.filter(({ key }) => offeredActions.includes(key))
  const files: Record<string, Json> = {
    'general/base.imljson': base,
    'general/common.imljson': {},
    'general/groups.imljson': groupsOf(actions, triggers),
    ...connection,
    ...numbersRpc,
  }
  for (const trigger of triggers) Object.assign(files, triggerFiles(trigger))
  for (const action of actions) Object.assign(files, actionFiles(action))
  Object.assign(files, universalFiles)
  files['makecomapp.json'] = manifestOf(actions, triggers)
  return Object.fromEntries(
    Object.entries(files).map(([path, value]) => [path, `${JSON.stringify(value, undefined, 2)}\n`]),
  )
}

const secrets = ['request.headers.token']

/** Applies to every request: the connection's URL and key, and the API's error messages. */
const base: Json = {
  baseUrl: '{{connection.url}}',
  headers: { token: '{{connection.token}}' },
  response: {
    error: { message: '[{{statusCode}}] {{body.message}} ({{body.errorCode}}, request {{body.requestId}})' },
  },
  log: { sanitize: secrets },
}

const connection: Record<string, Json> = {
  'connections/posthorn/communication.imljson': {
    url: '{{parameters.url}}/v1/me',
    headers: { token: '{{parameters.token}}' },
    response: {
      error: { message: '[{{statusCode}}] {{body.message}}' },
      metadata: { type: 'text', value: '{{parameters.url}}' },
    },
    log: { sanitize: secrets },
  },
  'connections/posthorn/params.imljson': [
    {
      name: 'url',
      type: 'url',
      label: 'Address',
      required: true,
      help: 'The address of your Posthorn installation without a slash at its end, such as https://messages.example.com.',
    },
    {
      name: 'token',
      type: 'password',
      label: 'API key',
      required: true,
      help: 'A key with the scopes read, send and manage. Triggers need manage.',
    },
  ],
}

const numbersRpc: Record<string, Json> = {
  'rpcs/numbers/communication.imljson': {
    url: '/v1/numbers',
    method: 'GET',
    qs: { size: '200' },
    response: { iterate: '{{body}}', output: { label: '{{item.name}}', value: '{{item.id}}' } },
  },
}

/** Returns the code of a trigger: what registers and removes its webhook, and a sample event. */
function triggerFiles({ key, kind, sample }: Trigger): Record<string, Json> {
  return {
    [`webhooks/${key}/communication.imljson`]: { output: '{{body}}' },
    [`webhooks/${key}/params.imljson`]: [
      {
        name: 'number',
        type: 'select',
        label: 'Number',
        help: 'Only events of this number.',
        options: 'rpc://numbers',
      },
    ],
    [`webhooks/${key}/attach.imljson`]: {
      url: '/v1/webhooks',
      method: 'POST',
      body: { url: '{{webhook.url}}', events: [kind], number: '{{parameters.number}}', name: 'Make' },
      response: { data: { externalHookId: '{{body.id}}' } },
    },
    [`webhooks/${key}/detach.imljson`]: {
      url: '/v1/webhooks/{{webhook.externalHookId}}',
      method: 'DELETE',
      body: {},
      response: { valid: '{{statusCode < 400 || statusCode === 404}}' },
    },
    [`modules/${key}/samples.imljson`]: sample as Json,
  }
}

/** Returns the code of an action: its request, its fields, and a sample response. */
function actionFiles(action: Action): Record<string, Json> {
  if (action.sample === undefined) throw new Error(`${action.key} has no sample`)
  const folder = `modules/${action.key}`
  return {
    [`${folder}/communication.imljson`]: {
      url: pathOf(action),
      method: 'POST',
      body: requestBodyOf(action),
      response: { output: '{{body}}' },
    },
    [`${folder}/mappableParams.imljson`]: parametersOf(action),
    [`${folder}/samples.imljson`]: action.sample as Json,
  }
}

const universalFiles: Record<string, Json> = {
  [`modules/${universalModule}/communication.imljson`]: {
    url: '{{parameters.url}}',
    method: '{{parameters.method}}',
    qs: '{{toCollection(parameters.qs, "key", "value")}}',
    body: '{{parameters.body}}',
    type: 'text',
    headers: { 'content-type': 'application/json' },
    response: { output: { body: '{{body}}', headers: '{{headers}}', statusCode: '{{statusCode}}' } },
  },
  [`modules/${universalModule}/mappableParams.imljson`]: [
    { name: 'url', type: 'text', label: 'URL', required: true, help: 'Path of the operation, such as /v1/chats.' },
    {
      name: 'method',
      type: 'select',
      label: 'Method',
      required: true,
      default: 'GET',
      options: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((value) => ({ label: value, value })),
    },
    {
      name: 'qs',
      type: 'array',
      label: 'Query string',
      spec: [
        { name: 'key', type: 'text', label: 'Key' },
        { name: 'value', type: 'text', label: 'Value' },
      ],
    },
    { name: 'body', type: 'any', label: 'Body', help: 'JSON of the request.' },
  ],
}

/** Returns the groups in which Make lists the modules. */
function groupsOf(actions: readonly Action[], triggers: readonly Trigger[]): Json {
  const keysOf = (list: readonly { key: string }[]): Json => list.map(({ key }) => key)
  return [
    { label: 'Triggers', modules: keysOf(triggers) },
    { label: 'Actions', modules: keysOf(actions) },
    { label: 'Other', modules: [universalModule] },
  ]
}
