import type { Action } from './description/index.ts'
import { groups } from './generated/catalog.ts'
import { FieldValueError, type Values } from './input.ts'

const callable = groups.flatMap(({ actions }) => actions).filter(({ answer, uploads }) => answer !== 'body' && !uploads)

/** Calls any operation, for platforms with few actions. Excludes files, and operations whose responses contain secrets. */
export const callOperation: Action = {
  key: 'callOperation',
  noun: 'operations',
  verb: 'call',
  label: 'Call an operation',
  help: 'Calls an operation that has no action',
  answer: 'value',
  fields: [
    {
      name: 'operation',
      label: 'Operation',
      help: 'Name of the operation in the reference',
      kind: 'choice',
      required: true,
      at: 'operation',
      choices: callable.map(({ key }) => key),
    },
    { name: 'input', label: 'Input', help: 'Fields of the operation as JSON', kind: 'json', at: 'input' },
  ],
  sample: { items: [] },
}

export function operationOf({ operation }: Values): Action {
  const found = callable.find(({ key }) => key === operation)
  if (found === undefined) throw new FieldValueError('Operation must be one of the list')
  return found
}
