import { type OpenApiDocument, readDocument } from '../sdk/document.ts'
import { catalogOf } from './catalog.ts'
import { catalogSource } from './catalog-source.ts'
import { makeApp } from './make-app.ts'
import { n8nProperties } from './n8n-properties.ts'

/** Returns every generated source of the connectors: text by path from the root. */
export function connectorSources(document: OpenApiDocument = readDocument()): Record<string, string> {
  const catalog = catalogOf(document)
  return {
    'packages/connectors/description/src/generated/catalog.ts': catalogSource(catalog),
    'packages/connectors/n8n/nodes/Posthorn/generated/properties.ts': n8nProperties(catalog),
    ...Object.fromEntries(
      Object.entries(makeApp(catalog)).map(([path, text]) => [`packages/connectors/make/${path}`, text]),
    ),
  }
}
