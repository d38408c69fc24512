import type { Action, Field } from '@posthorn/connectors/description'
import { generatedNotice } from '../sdk/model.ts'
import type { Catalog } from './catalog.ts'

const smallWords = new Set('a an and as at by for from in into is of on or the to via with'.split(' '))

/** Converts to title case as n8n's linter requires: words start with a capital, except short ones in the middle. */
const titleCase = (text: string): string =>
  text
    .replaceAll(/[_:]/g, ' ')
    .split(' ')
    .map((word, at) => (at > 0 && smallWords.has(word) ? word : `${word.charAt(0).toUpperCase()}${word.slice(1)}`))
    .join(' ')
    .replaceAll(/\bId\b/g, 'ID')
    .replaceAll(/\bUrl(s?)\b/g, 'URL$1')

/** Formats a description as n8n's linter requires: without a final period, and with a capital, as in ID and URL. */
function sentence(text: string): string {
  const plain = text.replaceAll('`', '').replace(/\.$/, '').trim()
  return `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`.replaceAll(/\bid\b/g, 'ID').replaceAll(/\burl\b/g, 'URL')
}

type Property = Record<string, unknown>
type Condition = { resource: string[]; operation: string[] }

const commonResource = 'common'

/** Returns the n8n node's properties as TypeScript source, so that n8n's linter reads each of them. */
export function n8nProperties({ common, groups, events }: Catalog): string {
  const resources = [
    { noun: commonResource, label: 'Common Action', help: '', actions: common },
    ...groups.map((each) => ({ ...each, label: titleCase(each.label) })),
  ]
  const properties = resources.flatMap(({ noun, actions }) => [
    operationsOf(noun, actions),
    ...actions.flatMap((action) => propertiesOf(action, { resource: [noun], operation: [action.key] })),
  ])
  return `// ${generatedNotice}
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow'

export const resourceProperty: INodeProperties = ${sourceOf(resourceOf(resources))}

export const properties: INodeProperties[] = ${sourceOf(properties)}

export const eventKinds: INodePropertyOptions[] = ${sourceOf(
    events
      .map(({ kind, label, help }) => ({ name: titleCase(label), value: kind, description: sentence(help) }))
      .toSorted(byName),
  )}
`
}

/** Writes a value as source, indented with tabs as in n8n. */
const sourceOf = (value: unknown): string => JSON.stringify(value, undefined, '\t')
const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name)

/** Returns the choice of a resource. The common actions come first. */
function resourceOf(resources: readonly { noun: string; label: string }[]): Property {
  const [first, ...rest] = resources.map(({ noun, label }) => ({ name: label, value: noun }))
  return {
    displayName: 'Resource',
    name: 'resource',
    type: 'options',
    noDataExpression: true,
    options: [first, ...rest.toSorted(byName)],
    default: commonResource,
  }
}

/** Returns the choice of an operation, which n8n shows for one resource. */
function operationsOf(noun: string, actions: readonly Action[]): Property {
  const options = actions.map(({ key, label, help }) => ({
    name: titleCase(label),
    value: key,
    ...(help === '' ? {} : { description: sentence(help) }),
    action: label,
  }))
  return {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: [noun] } },
    options: noun === commonResource ? options : options.toSorted(byName),
    default: actions[0]?.key ?? '',
  }
}

/** Returns the required fields, then a collection of the other fields. Common actions show all fields. */
function propertiesOf(action: Action, show: Condition): Property[] {
  const isCommon = show.resource[0] === commonResource
  const first = action.fields.filter(({ required }) => required === true || isCommon)
  const others = action.fields.filter((field) => !first.includes(field))
  const collection = {
    displayName: 'Additional Fields',
    name: 'additionalFields',
    type: 'collection',
    placeholder: 'Add Field',
    default: {},
    displayOptions: { show },
    options: others
      .map((field) => propertyOf(field))
      .toSorted((a, b) => String(a['displayName']).localeCompare(String(b['displayName']))),
  }
  return [
    ...first.map((field) => ({ ...propertyOf(field), displayOptions: { show } })),
    ...(others.length > 0 ? [collection] : []),
    ...formProperties(action, show),
  ]
}

/** Returns what the form of the response needs: a limit for a paged list, a field for a file. */
function formProperties({ answer }: Action, show: Condition): Property[] {
  if (answer === 'pages') {
    return [
      {
        displayName: 'Return All',
        name: 'returnAll',
        type: 'boolean',
        default: false,
        description: 'Whether to return all results or only up to a given limit',
        displayOptions: { show },
      },
      {
        displayName: 'Limit',
        name: 'limit',
        type: 'number',
        typeOptions: { minValue: 1 },
        default: 50,
        description: 'Max number of results to return',
        displayOptions: { show: { ...show, returnAll: [false] } },
      },
    ]
  }
  if (answer !== 'body') return []
  return [
    {
      displayName: 'Put Output File in Field',
      name: 'outputField',
      type: 'string',
      required: true,
      default: 'data',
      hint: 'The name of the output binary field to put the file in',
      displayOptions: { show },
    },
  ]
}

/** Describes a field as n8n expects it. */
function propertyOf(field: Field): Property {
  const { name, label, help, required } = field
  return {
    displayName: titleCase(label),
    name,
    ...controlOf(field),
    ...(required && { required: true }),
    ...describe(field, help),
  }
}

/** Returns the description of a field, with the sentences that n8n's linter requires. */
function describe({ kind, list, label, nullable }: Field, help: string): Property {
  if (kind === 'boolean')
    return {
      description: `Whether the choice applies: ${sentence(help === '' ? label : help).replace(/^./, (c) => c.toLowerCase())}`,
    }
  if (list) {
    return {
      description:
        'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
    }
  }
  // A number or choice is never empty in n8n.
  const isEmptied = nullable && kind !== 'number' && kind !== 'choice'
  return help === '' ? {} : { description: sentence(isEmptied ? help.replaceAll(/\bnull\b/g, 'empty') : help) }
}

/** Returns the control that n8n shows for a field, with the empty value that it needs. */
function controlOf({ kind, list, choices = [] }: Field): Property {
  if (list) {
    const type = kind === 'texts' ? 'multiOptions' : 'options'
    return { type, typeOptions: { loadOptionsMethod: list }, default: kind === 'texts' ? [] : '' }
  }
  switch (kind) {
    case 'lines':
      return { type: 'string', typeOptions: { rows: 4 }, default: '' }
    case 'number':
      return { type: 'number', default: 0 }
    case 'boolean':
      return { type: 'boolean', default: false }
    case 'time':
      return { type: 'dateTime', default: '' }
    case 'choice':
      return {
        type: 'options',
        options: choices.map((value) => ({ name: titleCase(value), value })).toSorted(byName),
        default: choices[0] ?? '',
      }
    case 'texts':
      return { type: 'string', typeOptions: { multipleValues: true }, default: [] }
    case 'json':
      return { type: 'json', default: '' }
    case 'bytes':
      return {
        type: 'string',
        default: '',
        hint: 'The name of the input field with the binary file, or the ID of a stored file',
      }
    case 'text':
      return { type: 'string', default: '' }
  }
}
