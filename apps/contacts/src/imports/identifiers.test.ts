import { newId } from '@posthorn/contracts'
import { incomingMessage } from '@posthorn/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Caller, useContacts } from '../contacts.fixture.ts'

const fixture = useContacts()

type Row = { phone: string; userId: string }

const onDuplicate = fc.constantFrom('skip', 'update', 'error')
const row = fc
  .record({
    phone: fc.constantFrom('', '+4915112345670', '+4915112345671', '+4915112345672'),
    userId: fc.constantFrom('', 'DE.one', 'DE.two'),
  })
  .filter(({ phone, userId }) => phone !== '' || userId !== '')

const both = { phone: '+4915112345670', userId: 'DE.one' }
const userIdOnly = { phone: '', userId: 'DE.one' }

/** Fills a chunk. Imports skip rows without values. */
const emptyRows = ',\n'.repeat(140_000)

/** `isLong`: the first row and the others are in different chunks. */
async function importRows(
  rows: Row[],
  opts: { mine: Caller; dryRun?: boolean; onDuplicate: string; isLong?: boolean },
) {
  const { mine, dryRun = false, isLong = false } = opts
  const [first, ...others] = rows.map(({ phone, userId }) => `${phone},${userId}\n`)
  const csv = `phone,userId\n${first}${isLong ? emptyRows : ''}${others.join('')}`
  const { status, counts } = await fixture.run({ csv, dryRun, onDuplicate: opts.onDuplicate as 'skip' }, mine)
  expect(status).toBe('finished')
  return counts
}

/** Returns each contact's identifiers. A contact without any would be out of reach. */
async function identifiers(workspace: string): Promise<string[]> {
  const rows = await fixture.rows<{ ids: string | null }>(
    `select string_agg(i.value, ' ' order by i.value) as ids from contact c
     left join identity i on i.workspace_id = c.workspace_id and i.contact_id = c.id where c.workspace_id = $1 and c.unlisted_at is null
     group by c.id`,
    [workspace],
  )
  return rows.map(({ ids }) => String(ids)).toSorted()
}

async function oneByOne(rows: Row[], opts: { mine: Caller; onDuplicate: string }) {
  const sum = { rows: 0, created: 0, updated: 0, skipped: 0, failed: 0 }
  for (const each of rows) {
    const counts = await importRows([each], opts)
    for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += counts[name]
  }
  return sum
}

type Before = { row: Row; isDeleted: boolean }[]

/** Makes a workspace with contacts, some of them deleted. */
async function workspaceWith(before: Before): Promise<string> {
  const workspace = fixture.workspace()
  const mine = fixture.as(workspace)
  const rows = before.map(({ row: each }) => each)
  await oneByOne(rows, { mine, onDuplicate: 'update' })
  const deleted = new Set(before.flatMap(({ row: each, isDeleted }) => (isDeleted && each.phone ? [each.phone] : [])))
  for (const { id, phone } of await fixture.listed(mine))
    if (deleted.has(String(phone))) await fixture.contacts.remove.mutate({ id }, mine)
  return workspace
}

describe('rows that name a person by phone, by user id, or by both', () => {
  it('count and change the same in one file, over several chunks, in a dry run, and as a file each', async () => {
    const before = fc.array(fc.record({ row, isDeleted: fc.boolean() }), { maxLength: 2 })
    const rows = fc.array(row, { minLength: 2, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(before, rows, onDuplicate, fc.boolean(), async (known, given, asked, isLong) => {
        const [together, apart] = [await workspaceWith(known), await workspaceWith(known)]
        const options = { mine: fixture.as(together), onDuplicate: asked, isLong }
        const tried = await importRows(given, { ...options, dryRun: true })
        const counts = await importRows(given, options)
        expect(counts).toEqual(await oneByOne(given, { mine: fixture.as(apart), onDuplicate: asked }))
        expect(tried).toEqual(counts)
        expect(await identifiers(together)).toEqual(await identifiers(apart))
      }),
      {
        numRuns: 12,
        examples: [
          [[], [both, userIdOnly], 'skip', false],
          [[], [both, userIdOnly], 'skip', true],
          [[{ row: both, isDeleted: true }], [both, both], 'error', true],
        ],
      },
    )
  })
})

/** Tags, fewer than a contact may have; with those of another set, perhaps too many. */
const tagSets = { none: 0, one: 1, most: 99, half: 50, others: 51 }
type TagSet = keyof typeof tagSets
const tagsIn = (set: TagSet) => Array.from({ length: tagSets[set] }, (_, i) => `${set} ${i}`)

describe('rows of one person with tags', () => {
  const phone = '+4915112345670'
  const tagSet = fc.constantFrom(...(Object.keys(tagSets) as TagSet[]))
  /** `isLong`: the first row and the others are in different chunks. */
  const importTags = (sets: TagSet[], mine: Caller, { dryRun = false, isLong = false } = {}) => {
    const [first, ...others] = sets.map((set) => `${phone},${tagsIn(set).join('|')}\n`)
    const csv = `phone,tags\n${first}${isLong ? emptyRows : ''}${others.join('')}`
    return fixture.run({ csv, onDuplicate: 'update', dryRun }, mine)
  }
  const outcome = async (mine: Caller) => (await fixture.listed(mine)).map(({ tags }) => tags)

  it('count and change the same in one file, over several chunks, in a dry run, and as a file each, whichever have too many', async () => {
    const [before, rows] = [fc.option(tagSet, { nil: null }), fc.array(tagSet, { minLength: 2, maxLength: 4 })]
    await fc.assert(
      fc.asyncProperty(before, rows, fc.boolean(), async (known, given, isLong) => {
        const [together, apart] = [fixture.as(fixture.workspace()), fixture.as(fixture.workspace())]
        if (known) for (const mine of [together, apart]) await importTags([known], mine)
        const tried = await importTags(given, together, { dryRun: true, isLong })
        const { counts } = await importTags(given, together, { isLong })
        const sum = { rows: 0, created: 0, updated: 0, skipped: 0, failed: 0 }
        for (const set of given) {
          const alone = (await importTags([set], apart)).counts
          for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += alone[name]
        }
        expect(counts).toEqual(sum)
        expect(tried.counts).toEqual(counts)
        expect(await outcome(together)).toEqual(await outcome(apart))
      }),
      {
        numRuns: 8,
        examples: [
          ['most', ['one', 'half'], false],
          ['half', ['others', 'half', 'none'], true],
          ['one', ['most', 'others'], false],
          ['others', ['most', 'half', 'one'], true],
          [null, ['half', 'others', 'one'], false],
          [null, ['half', 'others', 'one'], true],
        ],
      },
    )
  })
})

describe('a user id', () => {
  it.each(['DE.1', 'DE.ENT.1'])('that messages taught finds the contact of its row: %s', async (userId) => {
    const workspace = fixture.workspace()
    const mine = fixture.as(workspace)
    const contact = newId('con')
    const name = userId.includes('ENT') ? 'parentUserId' : 'userId'
    await fixture.publish(incomingMessage(workspace, { [name]: userId, phone: '+4915112345670', contact }))
    const csv = `userId,optedOutAt,blocked\n${userId},true,true\n`
    expect((await fixture.run({ csv, onDuplicate: 'update' }, mine)).counts).toMatchObject({ created: 0, updated: 1 })
    const [found, ...others] = await fixture.listed(mine)
    expect([found, others]).toMatchObject([{ id: contact, blocked: true }, []])
    expect(found?.optedOutAt).not.toBeNull()
  })

  it.each(['DE.1', 'DE.ENT.1'])('in a row finds the contact of a message: %s', async (userId) => {
    const workspace = fixture.workspace()
    const mine = fixture.as(workspace)
    await fixture.run({ csv: `userId,name\n${userId},Ada\n` }, mine)
    const [imported] = await fixture.listed(mine)
    const name = userId.includes('ENT') ? 'parentUserId' : 'userId'
    await fixture.publish(
      incomingMessage(workspace, { [name]: userId, phone: '+4915112345670', contact: newId('con') }),
    )
    expect(await fixture.listed(mine)).toMatchObject([{ id: imported?.id, name: 'Ada', phone: '+4915112345670' }])
  })

  it.each(['DE.1', 'DE.ENT.1'])('survives an export and an import into another workspace: %s', async (userId) => {
    const [mine, other] = [fixture.as(fixture.workspace()), fixture.as(fixture.workspace())]
    await fixture.run({ csv: `userId,name\n${userId},Ada\n` }, mine)
    const { chunk } = await fixture.contacts.export.query({}, mine)
    expect((await fixture.run({ csv: chunk }, other)).counts).toMatchObject({ created: 1, failed: 0 })
    const [{ identities } = {}] = await fixture.listed(other)
    expect(identities?.map(({ value }) => value)).toEqual([userId])
  })

  it.each(['DE..', 'DE.1.2', 'DE.ENT.', 'DE.ENT.1.2', 'de.1', `DE.${'1'.repeat(129)}`])(
    'of another form is refused: %s',
    async (userId) => {
      const mine = fixture.as(fixture.workspace())
      const { id, counts } = await fixture.run({ csv: `userId\n${userId}\n` }, mine)
      expect(counts).toMatchObject({ created: 0, failed: 1 })
      const { items } = await fixture.imports.errors.query({ id }, mine)
      expect(items).toMatchObject([{ column: 'userId', errorCode: 'field:invalid', value: userId }])
    },
  )
})
