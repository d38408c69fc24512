import type { EntityManager } from '@mikro-orm/postgresql'
import type { messageInclude } from '@posthorn/contracts'
import type { z } from 'zod'
import type { MessageRow } from '../entities/message.ts'
import { type PresentedMessage, summariesOf } from './present.ts'
import { contextsOf } from './rows.sql.ts'

type Name = z.output<typeof messageInclude>
type WithSummaries<T> = T & { summaries: Partial<Pick<ReturnType<typeof summariesOf>, Name>> | null }

/** Adds the requested summaries, with one query for all messages. */
export async function withIncluded<T extends PresentedMessage>(
  { em }: { em: EntityManager },
  rows: MessageRow[],
  { shown, include }: { shown: T[]; include: Name[] | undefined },
): Promise<WithSummaries<T>[]> {
  if (include === undefined) return shown.map((each) => ({ ...each, summaries: null }))
  const contexts = await contextsOf(em, rows)
  return rows.map((row, i) => {
    const context = contexts.get(row.id)
    const all: Partial<ReturnType<typeof summariesOf>> = context ? summariesOf(row, context) : {}
    return { ...(shown[i] as T), summaries: Object.fromEntries(include.map((name) => [name, all[name]])) }
  })
}
