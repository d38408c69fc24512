import { type OpenApiDocument, readDocument } from './document.ts'
import { pythonSources } from './python.ts'
import { typescriptSources } from './typescript.ts'

/** Returns all generated SDK sources, by path from the repository's root. */
export function sdkSources(document: OpenApiDocument = readDocument()): Record<string, string> {
  const typescript = Object.entries(typescriptSources(document))
  const python = Object.entries(pythonSources(document))
  return Object.fromEntries([
    ...typescript.map(([name, text]) => [`packages/sdk/src/generated/${name}`, text]),
    ...python.map(([name, text]) => [`packages/sdk/python/posthorn/${name}`, text]),
  ])
}
