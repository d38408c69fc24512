import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unpack } from '@posthorn/testkit'
import { databaseUrlOf, type RunningSystem } from '@posthorn/testkit/system'
import { Client } from 'pg'

/**
 * Returns where these strings are stored, as `schema.table` or as a file path. Searches every row of every table of the shared database,
 * also in bytes and in packed texts, and every uploaded file.
 */
export async function holding(system: RunningSystem, texts: readonly string[]): Promise<string[]> {
  const needles = texts.flatMap((text) => [text, Buffer.from(text).toString('hex')])
  return [...(await tablesHolding(databaseUrlOf(system), needles)), ...filesHolding(system.dataDir, texts)]
}

/** Returns the tables that contain one of these strings. Reads each row as text, in which bytes are hexadecimal, and its packed texts. */
async function tablesHolding(databaseUrl: string, needles: string[]): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
    )
    const found: string[] = []
    for (const { name } of tables) {
      const text = `select 1 from ${name} t, unnest($1::text[]) n where strpos(t::text, n) > 0 limit 1`
      if ((await client.query(text, [needles])).rows.length > 0 || (await packedHolding(client, name, needles)))
        found.push(name)
    }
    return found
  } finally {
    await client.end()
  }
}

/** Returns whether any packed text in the table contains one of these strings, which a search in compressed bytes cannot find. */
async function packedHolding(client: Client, table: string, needles: string[]): Promise<boolean> {
  const text =
    "select attname as name from pg_attribute where attrelid = $1::regclass and attname in ('entry', 'payload') and atttypid = 'bytea'::regtype"
  for (const { name } of (await client.query<{ name: string }>(text, [table])).rows) {
    const { rows } = await client.query<{ packed: Buffer }>(`select ${name} as packed from ${table}`)
    const texts = rows.map(({ packed }) => unpack(packed))
    if (texts.some((each) => needles.some((needle) => each.includes(needle)))) return true
  }
  return false
}

/** Returns the paths of uploaded files that contain one of these texts. */
function filesHolding(dataDir: string, texts: readonly string[]): string[] {
  const folder = join(dataDir, 'files')
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => texts.some((text) => readFileSync(path).includes(text)))
}
