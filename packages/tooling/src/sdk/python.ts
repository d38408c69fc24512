import type { OpenApiDocument } from './document.ts'
import { byNoun, type ClientOperation, clientOperations } from './model.ts'
import { generatedNotice, pascalCase, typeOfReference } from './names.ts'
import { PythonTypes } from './python-types.ts'

const heading = `# ${generatedNotice}\nfrom __future__ import annotations\n\n`

/** Returns the Python SDK's generated sources, by file name. */
export function pythonSources(document: OpenApiDocument): Record<string, string> {
  const operations = clientOperations(document)
  return { 'types.py': typesFile(document, operations), '_resources.py': resourcesFile(operations) }
}

const inputName = ({ noun, verb }: ClientOperation) => `${pascalCase(noun)}${pascalCase(verb)}Input`
const outputName = ({ noun, verb }: ClientOperation) => `${pascalCase(noun)}${pascalCase(verb)}Output`
const resourceName = (noun: string) => `${pascalCase(noun)}Resource`
const hasInput = ({ input }: ClientOperation) => Object.keys(input.properties ?? {}).length > 0
/** Converts a name to Python's style, such as `remove_one`. */
const snakeCase = (name: string) => name.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase()

function typesFile(document: OpenApiDocument, operations: readonly ClientOperation[]): string {
  const types = new PythonTypes()
  for (const [name, schema] of Object.entries(document.components.schemas)) types.declare(pascalCase(name), schema)
  for (const operation of operations) {
    if (hasInput(operation)) types.declare(inputName(operation), operation.input)
    if (operation.answer !== 'body' && operation.output.$ref === undefined) {
      types.declare(outputName(operation), operation.output)
    }
  }
  const imports = 'from typing import IO, Any, List, Literal, NotRequired, TypeAlias, TypedDict, Union\n\n\n'
  return `${heading}${imports}${types.text}\n`
}

function resourcesFile(operations: readonly ClientOperation[]): string {
  const nouns = byNoun(operations)
  const classes = nouns.map(([noun, verbs]) => resourceClass(noun, verbs))
  const fields = nouns.map(([noun]) => `        self.${snakeCase(noun)} = ${resourceName(noun)}(settings)\n`)
  return `${heading}import http.client
from typing import TYPE_CHECKING, Unpack

from ._call import Pages, Resource, Settings

if TYPE_CHECKING:
    from . import types as t


${classes.join('\n\n')}

class Resources:
    """The operations of the API, by resource."""

    def __init__(self, settings: Settings) -> None:
${fields.join('')}`
}

function resourceClass(noun: string, verbs: readonly ClientOperation[]): string {
  return `class ${resourceName(noun)}(Resource):\n    """Operations of ${noun}."""\n\n${verbs.map(methodOf).join('\n')}`
}

function methodOf(operation: ClientOperation): string {
  const { verb, method, path, summary, description, answer, output } = operation
  const value = output.$ref === undefined ? `t.${outputName(operation)}` : `t.${typeOfReference(output.$ref)}`
  const result = { value, pages: `Pages[${value}]`, body: 'http.client.HTTPResponse' }[answer]
  const input = hasInput(operation) ? `, **input: Unpack[t.${inputName(operation)}]` : ''
  const text = `${summary}.\n\n${description}`
    .replaceAll('\\', '\\\\')
    .replaceAll('"""', "'''")
    .replaceAll('\n', '\n        ')
  return `    def ${snakeCase(verb)}(self${input}) -> ${result}:
        """${text.replaceAll(/^ +$/gm, '')}"""
        return self._${answer}("${method}", "${path}", ${input === '' ? '{}' : 'input'})
`
}
