import { lastSql, sql } from '@posthorn/chassis'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startProbe } from './probe.suite.ts'

let probe: Awaited<ReturnType<typeof startProbe>>
beforeAll(async () => {
  probe = await startProbe()
})
afterAll(() => probe[Symbol.asyncDispose]())

const note = `insert into effect (n, event_id) values (length($1), $1) returning event_id as word`
const noted = () => probe.effects()

it('the last statement answers as any other, and what was done is committed when it has', async () => {
  const seen = await probe.runtime().db.transaction(async (em) => {
    await sql(em, note, ['first'])
    const answer = await lastSql(em, note, ['the last'])
    return { answer, noted: await noted() }
  })
  expect(seen).toEqual({ answer: [{ word: 'the last' }], noted: ['first', 'the last'] })
})

it('where the last statement fails nothing has happened, and the connection serves the next', async () => {
  const before = await noted()
  const failing = probe.runtime().db.transaction(async (em) => {
    await sql(em, note, ['undone'])
    await lastSql(em, note, ['failed'])
  })
  await expect(failing).rejects.toThrow('duplicate key')
  expect(await noted()).toEqual(before)
  await probe.runtime().db.transaction((em) => lastSql(em, note, ['afterwards']))
  expect(await noted()).toEqual([...before, 'afterwards'])
})

it('a statement after the last is refused', async () => {
  const late = probe.runtime().db.transaction(async (em) => {
    await lastSql(em, note, ['kept'])
    await sql(em, note, ['too late'])
  })
  await expect(late).rejects.toThrow('after the last')
  expect(await noted()).not.toContain('too late')
  await probe.runtime().db.transaction((em) => sql(em, note, ['the next one']))
  expect(await noted()).toContain('the next one')
})
