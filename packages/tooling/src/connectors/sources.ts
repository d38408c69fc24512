import { type OpenApiDocument, readDocument } from '../sdk/document.ts'
import { catalogueOf } from './catalogue.ts'
import { catalogueSource } from './catalogue-source.ts'
import { makeApp } from './make-app.ts'
import { n8nProperties } from './n8n-properties.ts'

/** Returns every generated source of the connectors: text by path from the root. */
export function connectorSources(document: OpenApiDocument = readDocument()): Record<string, string> {
  const catalogue = catalogueOf(document)
  return {
    'packages/connectors/description/src/generated/catalogue.ts': catalogueSource(catalogue),
    'packages/connectors/n8n/nodes/Posthorn/generated/properties.ts': n8nProperties(catalogue),
    ...Object.fromEntries(
      Object.entries(makeApp(catalogue)).map(([path, text]) => [`packages/connectors/make/${path}`, text]),
    ),
  }
}
