import { unpublishedSql, until } from '@posthorn/test-servers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startProbe } from '../testing/probe.fixture.ts'

const rounds = Number(process.env['RECEPTION_ROUNDS'] ?? 12)
const seed = Number(process.env['RECEPTION_SEED'] ?? Date.now())

const round = fc.record({
  batches: fc.array(fc.integer({ min: 1, max: 70 }), { minLength: 1, maxLength: 4 }),
  again: fc.constantFrom('not marked', 'marked', 'reopened'),
  restart: fc.boolean(),
})

describe('received events', () => {
  it(`have one effect each, whatever is published again, in other messages, to two processes (seed ${seed})`, async () => {
    await using first = await startProbe({ env: { EVENT_RETRY_MS: '5' } })
    await using second = await startProbe({
      env: { EVENT_RETRY_MS: '5' },
      database: first.fixture.database,
      busName: first.runtime().config.BUS_NAME,
    })
    const { rows } = first.fixture
    const announced: string[] = []
    for (const { batches, again, restart } of fc.sample(round, { seed, numRuns: rounds })) {
      const lists = await Promise.all(batches.map((count, i) => (i % 2 ? first : second).announce(count)))
      announced.push(...lists.flat())
      const ids = lists.flat().filter((_, i) => i % 3 > 0)
      const waits = `insert into outbox_batch (id, ids, created_at) values ($1, $2, now() - interval '5 seconds') on conflict do nothing`
      if (again === 'not marked' && ids[0]) await rows(waits, [`${ids[0]}again`, ids])
      const single = `insert into outbox_batch (id, ids, attempt)
        select id, array[id], $2 from unnest($1::text[]) as e (id) on conflict do nothing`
      if (again === 'marked') await rows(single, [ids, 0])
      if (again === 'reopened') await rows(single, [ids, 1])
      if (restart) await first.fixture.restart()
      await until(async () => new Set(await first.effects()).size === announced.length, { timeoutMs: 30_000 })
    }
    await until(async () => (await rows(unpublishedSql())).length === 0, { timeoutMs: 30_000 })
    await until(() => first.runtime().caughtUp())
    expect((await first.effects()).toSorted()).toEqual(announced.toSorted())
  })
})
