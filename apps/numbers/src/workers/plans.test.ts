import { copiedId, copyRow, watchPlans } from '@posthorn/testkit'
import { expect, it } from 'vitest'
import { useNumbers } from '../numbers.fixture.ts'

/** Enough rows to make a sequential scan the worse plan. */
const rows = 5_000

const { fixture, newcomer, connect } = useNumbers()

it('the loops that look for due numbers read none of the others', async () => {
  await connect(newcomer(), { name: 'One' })
  const changes = `'id', ${copiedId('id')}, 'phone_number_id', i, 'business_account_id', i, 'is_default', false,
    'asked_at', now() - make_interval(secs => i / 1000), 'templates_due_at', now() + make_interval(secs => 1800 + i / 10)`
  await copyRow(fixture.service, {
    table: 'number',
    where: 'true',
    params: [],
    count: rows,
    changes: `jsonb_build_object(${changes})`,
  })
  await fixture.service.rows('vacuum (analyze)')
  const watch = await watchPlans(fixture.service)
  const nudge = async () => {
    for (const loop of ['health', 'templates']) fixture.service.bus.nudge('numbers', loop)
  }
  const plans = await watch.during(nudge, [/set asked_at = now/, /set templates_due_at = now/])
  expect(watch.wasteful(plans)).toEqual([])
  expect(watch.indexesOf(plans, /set asked_at = now/)).toContain('number_unchecked')
  expect(watch.indexesOf(plans, /set templates_due_at = now/)).toContain('number_templates_due')
})
