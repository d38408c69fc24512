import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Action } from '@posthorn/connectors/description'
import { clientDocument, generatedNotice, type OpenApiDocument } from '../sdk/model.ts'
import { type Catalog, catalogOf } from './catalog.ts'
import { makeApp } from './make-app.ts'
import { n8nProperties } from './n8n-properties.ts'

/** Writes the catalog as TypeScript, with a field in each line, so that changes are easy to review. */
function catalogSource({ common, groups, triggers, events }: Catalog): string {
  const inGroups = groups.map(
    ({ actions, ...group }) =>
      `  {\n    ${membersOf(group)},\n    actions: [\n${actions.map(actionText).join('')}    ],\n  },\n`,
  )
  return `// ${generatedNotice}
import type { Action, EventKind, Group, Trigger } from '../description/index.ts'

/** The common actions, which platforms offer first. */
export const common: readonly Action[] = [
${common.map(actionText).join('')}]

/** All operations, by noun. */
export const groups: readonly Group[] = [
${inGroups.join('')}]

/** The triggers for platforms that need one for each event. */
export const triggers: readonly Trigger[] = [
${triggers.map((each) => `  ${JSON.stringify(each)},\n`).join('')}]

/** Kinds of events that triggers offer. */
export const events: readonly EventKind[] = [
${events.map((each) => `  ${JSON.stringify(each)},\n`).join('')}]
`
}

function actionText({ fields, ...action }: Action): string {
  const lines = fields.map((field) => `        ${JSON.stringify(field)},\n`)
  return `      {\n        ${membersOf(action)},\n        fields: [\n${lines.join('')}        ],\n      },\n`
}

/** Writes an object's members without its braces. */
const membersOf = (value: object): string => JSON.stringify(value).slice(1, -1)

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const make = 'packages/connectors/make'

/** Returns all generated files of the connectors, by path from the repository's root. */
export function connectorSources(document: OpenApiDocument = clientDocument()): Record<string, string> {
  const catalog = catalogOf(document)
  const app = { ...makeApp(catalog), 'README.md': readFileSync(join(root, make, 'README.md'), 'utf8') }
  return {
    'packages/connectors/description/src/generated/catalog.ts': catalogSource(catalog),
    'packages/connectors/n8n/nodes/Posthorn/generated/properties.ts': n8nProperties(catalog),
    ...Object.fromEntries(Object.entries(app).map(([path, text]) => [`${make}/generated/${path}`, text])),
  }
}

/** Writes the generated files that differ, and returns their paths. Leaves the others alone, so that they are not compiled again. */
export function writeConnectors(folder = root): string[] {
  const differing = Object.entries(connectorSources()).filter(([path, text]) => {
    const file = join(folder, path)
    return !existsSync(file) || readFileSync(file, 'utf8') !== text
  })
  for (const [path, text] of differing) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return differing.map(([path]) => path)
}

if (import.meta.main) for (const path of writeConnectors()) process.stdout.write(`${path}\n`)
