import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { services } from '@posthorn/contracts'
import { code, page, table } from './markdown.ts'

type TableOf = { name: string; meaning: string; columns: string[]; parents: string[] }

const intro = `Each service owns a schema, and no service reads the schema of another. The files of the migrations state the type and the
meaning of each column; the diagrams show keys and references. A primary key is marked with PK, a reference with FK.`

/** A table in a migration: the comment above it, its name, and its columns. */
const definition = /((?:^ *\/\/ .*\n)+) *`create (?:unlogged )?table (\w+) \(\n([\s\S]*?)\n *\)/gm
/** A foreign key: as a constraint with columns and a table, or within the line of a column. */
const reference = /foreign key \(([^)]*)\) references (\w+)|^ *(\w+) .*\breferences (\w+)/gm

/** Reads the tables that migrations create, sorted by name. */
const readTables = (root: string, files: string): TableOf[] =>
  globSync(files, { cwd: root })
    .toSorted()
    .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(definition)])
    .map(([, comment = '', name = '', body = '']) => tableOf(name, comment.replace(/^ *\/\/ /gm, '').trim(), body))
    .toSorted((a, b) => a.name.localeCompare(b.name))

/** Describes a table: its columns with their types and keys, and the tables that it refers to. */
const tableOf = (name: string, meaning: string, body: string): TableOf => {
  const primary = /^ *primary key \(([^)]*)\)/m.exec(body)?.[1]?.split(', ') ?? []
  const references = [...body.matchAll(reference)]
  const foreign = new Set(references.flatMap(([, columnList, , column]) => columnList?.split(', ') ?? column ?? []))
  const columns = [...body.matchAll(/^ *([a-z_0-9]+) ((?:double precision|[a-z0-9]+)(?:\[\])?)(.*)$/gm)]
    .filter(([, column = '']) => !/^(?:primary|unique|foreign|check|constraint|or|and|exclude)$/.test(column))
    .map(([, column = '', type = '', rest = '']) => {
      const keys = [
        ...(primary.includes(column) || rest.includes('primary key') ? ['PK'] : []),
        ...(foreign.has(column) ? ['FK'] : []),
      ]
      return `${type.replace(' ', '_')} ${column} ${keys.join(', ')}`.trim()
    })
  return {
    name,
    meaning,
    columns,
    parents: references.map(([, , parentOfList, , parentOfColumn]) => parentOfList ?? parentOfColumn ?? ''),
  }
}

/** Returns a Mermaid diagram of tables and their references. */
const diagram = (tables: readonly TableOf[]): string => {
  const boxes = tables.map(
    ({ name, columns }) => `  ${name} {\n${columns.map((line) => `    ${line}`).join('\n')}\n  }`,
  )
  const lines = tables.flatMap(({ name, parents }) => parents.map((parent) => `  ${parent} ||--o{ ${name} : has`))
  return ['```mermaid', 'erDiagram', ...boxes, ...lines, '```'].join('\n')
}

/** Returns the page about the tables of each service. Reads them from the migrations, whose comments it repeats. */
export const tablesPage = (root: string): string => {
  const schemas: [title: string, files: string][] = [
    ['Every service', 'packages/chassis/src/db/chassis-migrations.ts'],
    ...Object.keys(services).map((name): [string, string] => [name, `apps/${name}/src/migrations/**/*.ts`]),
  ]
  const parts = schemas.flatMap(([title, files]) => {
    const tables = readTables(root, files)
    const rows = tables.map(({ name, meaning }) => [code(name), meaning])
    return [`## ${title}`, table(['Table', 'Meaning'], rows), diagram(tables)]
  })
  return page('Tables', [intro, ...parts])
}
