import { exampleContact, newId } from '@posthorn/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction, lastSql, type Row, sql, withTenantScope } from '../index.ts'
import { startProbe } from '../testing/probe.fixture.ts'

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

it('work that continues after its transaction was undone reaches no other transaction', async () => {
  const { db } = probe.runtime()
  let em = db.em()
  const undone = db.transaction(async (own) => {
    em = own
    await Promise.all([sql(own, note, ['beside a failure']), sql(own, 'select 1 / $1::int', [0])])
  })
  await expect(undone).rejects.toThrow('division by zero')
  await db.transaction(async (own) => {
    await expect(sql(em, note, ['after the end'])).rejects.toThrow('after the end of its transaction')
    await sql(own, note, ['of the next work'])
  })
  const words = await noted()
  expect(words).toContain('of the next work')
  expect(words).not.toContain('beside a failure')
  expect(words).not.toContain('after the end')
})

it('a closing statement runs when all else is done, and learns of the commit before the transaction resolves', async () => {
  const workspace = newId('ws')
  const committedRows: (Row[] | null)[] = []
  const closing = (word: string, fails = false) =>
    withTenantScope({ workspaces: [workspace] }, () =>
      inTransaction(probe.runtime(), async (tx) => {
        tx.close({ text: note, params: [word], ended: (rows) => void committedRows.push(rows) })
        const id = newId('con')
        const contact = { ...exampleContact, id }
        tx.emit({ kind: 'contact:created', workspace, data: contact, aggregate: { id, version: 1 } })
        await sql(tx.em, note, [`${word}, before`])
        if (fails) throw new Error('undone')
      }),
    )
  const announced = () =>
    probe.fixture.rows<{ count: string }>('select count(*) from outbox where workspace_id = $1', [workspace])
  await closing('the closing one')
  expect(committedRows).toEqual([[{ word: 'the closing one' }]])
  expect(await noted()).toEqual(expect.arrayContaining(['the closing one', 'the closing one, before']))
  await expect(closing('a much longer word', true)).rejects.toThrow('undone')
  await expect(closing('the closing one')).rejects.toThrow('duplicate key')
  expect(committedRows.slice(1)).toEqual([null, null])
  expect(await announced()).toEqual([{ count: '1' }])
})
