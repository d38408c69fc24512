import { takesIdempotencyKey } from '@posthorn/contracts'
import {
  type ApiDocument,
  type DocumentedOperation,
  type PlacedOperation,
  tagGroupsOf,
  titleOfTag,
} from '../document.ts'

type Variable = { key: string; value: string; description?: string; disabled?: boolean }

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/** Creates a Postman collection (format 2.1) of all operations, grouped like the reference. `{{url}}` becomes the public URL. */
export function postmanCollection(document: ApiDocument, operations: readonly PlacedOperation[]): string {
  const folders = tagGroupsOf(document).map(({ name, tags }) => ({
    name,
    item: tags.map((tag) => ({
      name: titleOfTag(tag),
      item: operations.filter((each) => each.tag === tag).map(requestItem),
    })),
  }))
  const collection = {
    info: { name: 'Posthorn', description: document.info.description ?? '', schema },
    auth: {
      type: 'apikey',
      apikey: [
        { key: 'key', value: 'Token', type: 'string' },
        { key: 'value', value: '{{apiKey}}', type: 'string' },
        { key: 'in', value: 'header', type: 'string' },
      ],
    },
    variable: [
      // The public URL replaces this value when the collection is sent. Requests use the variable baseUrl.
      { key: 'baseUrl', value: '{{url}}' },
      { key: 'apiKey', value: '' },
    ],
    item: folders,
  }
  return JSON.stringify(collection, null, 2)
}

/** Describes an operation as a request of Postman, which fills in a new Idempotency-Key each time. */
function requestItem({ method, path, operation }: PlacedOperation) {
  const body = bodyOf(operation)
  const header = [
    ...(body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
    ...(takesIdempotencyKey(method) ? [{ key: 'Idempotency-Key', value: '{{$guid}}' }] : []),
  ]
  return {
    name: operation.summary ?? `${method} ${path}`,
    request: {
      method,
      header,
      description: operation.description ?? '',
      url: urlOf(path, operation),
      ...(body === undefined ? {} : { body: { mode: 'raw', raw: body, options: { raw: { language: 'json' } } } }),
    },
    response: [],
  }
}

/** Returns the example body as text; undefined if the operation has no JSON body. */
function bodyOf({ requestBody }: DocumentedOperation): string | undefined {
  const json = requestBody?.content['application/json']
  return json === undefined ? undefined : JSON.stringify(json.example ?? {}, null, 2)
}

/** Describes the URL as Postman expects it. Optional query parameters are listed but not sent. */
function urlOf(path: string, { parameters = [] }: DocumentedOperation) {
  const variables = parameters.filter((parameter) => parameter.in === 'path')
  const query = parameters.filter((parameter) => parameter.in === 'query')
  const named = path.replaceAll(/\{(\w+)\}/g, ':$1')
  const variable = (parameter: (typeof parameters)[number]): Variable => ({
    key: parameter.name,
    value: typeof parameter.example === 'string' ? parameter.example : '',
    ...(parameter.description === undefined ? {} : { description: parameter.description }),
  })
  return {
    raw: `{{baseUrl}}${named}`,
    host: ['{{baseUrl}}'],
    path: named.slice(1).split('/'),
    query: query.map((parameter) => ({ ...variable(parameter), disabled: parameter.required !== true })),
    variable: variables.map(variable),
  }
}
