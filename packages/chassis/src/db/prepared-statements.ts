import { createHash } from 'node:crypto'

type Query = (text: unknown, values?: unknown) => unknown
type Client = { query: Query }

/** Different statements that are prepared on a connection; lists with unusual filters beyond that are planned each time. */
const statementsMax = 500
const names = new Map<string, string>()

/**
 * Lets Postgres parse and plan each statement with parameters once per connection instead of each time (measured at 50 messages a
 * second, partitioned tables: 5.6 → 3.5 s of Postgres CPU for 500 messages). Postgres itself goes back to a plan per call where that
 * is better (`plan_cache_mode = auto`).
 */
export function prepareStatements(client: Client): void {
  const query = client.query.bind(client)
  client.query = (text, values) => {
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined
    return name === undefined ? query(text, values) : query({ name, text, values })
  }
}

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= statementsMax) return known
  const name = createHash('sha256').update(text).digest('base64url')
  names.set(text, name)
  return name
}
