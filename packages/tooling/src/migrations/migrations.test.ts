import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { incompatible, readMigrations } from './migrations.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))

describe('the migrations of this repository', () => {
  const { chassis = [], ...services } = readMigrations(root)
  const lists = Object.values(services).map((own) => [...chassis, ...own])

  test('let the previous release run on their schema, and wait for no one under lock', () => {
    expect(lists.map((list) => list.length > chassis.length)).toEqual(lists.map(() => true))
    expect(lists.flatMap((list) => incompatible(list))).toEqual([])
  })

  test('begin with one that makes the whole schema, which the next one must leave usable', () => {
    const next = { name: 'next_002', statements: ['drop table outbox'] }
    const faults = lists.flatMap((list) => incompatible([...list, next]))
    expect(faults).toEqual(lists.map(() => expect.stringContaining('drops what the previous release may use')))
  })
})

const first = {
  name: 'a_001',
  statements: [
    'create table chat (id text primary key, name text, old text)',
    'create unique index chat_name on chat (name)',
    'create index chat_old on chat (old)',
  ],
}
const faultsOf = (statements: string[], safeSince?: string) =>
  incompatible([first, { name: 'a_002', statements, ...(safeSince === undefined ? {} : { safeSince }) }])

describe('a migration', () => {
  test.each([
    ['alter table chat rename column name to title', 'renames'],
    ['alter table chat rename to conversation', 'renames'],
    ['alter table chat alter column name type varchar(9)', 'changes the type'],
    ['alter table chat add column a int not null', 'inserts must fill'],
    [`alter table chat add a text default ',', add column b int not null`, 'inserts must fill'],
    ['alter table chat add a text[] not null generated always as (f(name)) stored', 'writes the whole table'],
    ['alter table chat add column a uuid default gen_random_uuid()', 'writes the whole table'],
    ['create index chat_a on chat (old, (lower(name)))', 'writers wait'],
    [`update chat set old = 'x'`, 'changes rows'],
    ['delete from only chat', 'changes rows'],
    ['do $$ begin drop table chat; end $$', 'cannot be read'],
    ['lock table chat', 'locks a table'],
  ])('is refused, whatever came before, when it says %s', (statement, fault) => {
    expect(faultsOf([statement], 'a_001')).toEqual([expect.stringContaining(fault)])
  })

  test.each([
    'drop table chat',
    'alter table chat drop column if exists old',
    'alter table if exists chat add a int, drop old',
    'alter table chat alter name drop default',
    'alter table chat drop constraint chat_pkey',
    'alter table chat add constraint named check (name is not null) not valid',
    'create unique index concurrently chat_once on chat (old)',
    'drop index chat_name',
    'truncate chat',
    'revoke all on chat from reader',
    'drop function trigrams(text)',
  ])('needs an earlier release that does without, for %s', (statement) => {
    expect(faultsOf([statement])).toEqual([expect.stringContaining('name the earlier migration in safeSince')])
    expect(faultsOf([statement], 'a_001')).toEqual([])
    expect(faultsOf([statement], 'a_002')).toEqual(
      expect.arrayContaining(['a_002 is safe since a_002, which is no earlier migration']),
    )
  })

  test.each([
    [['alter table chat add column a int, add b text not null default $$,$$']],
    [['create table note (id text primary key)', 'create index note_id on note (id)', 'delete from note']],
    [['drop index chat_old', 'create index concurrently chat_old on chat (name)']],
    [
      [
        'drop index concurrently if exists chat_name',
        'create unique index concurrently if not exists chat_name2 on note (a)',
        'create table note (a int)',
        'create unique index concurrently chat_name on chat (name)',
      ],
      'a_001',
    ],
    [['alter index chat_old rename to chat_older']],
    [['alter table chat alter old drop not null', 'alter table chat set (fillfactor = 70)']],
    [[`comment on table chat is 'drop table chat'`, 'select 1 -- drop table chat']],
    [['create function f() returns int language sql as $body$ update chat set old = 1; drop table chat $body$']],
  ] as [string[], string?][])('passes that says %s', (statements, safeSince) => {
    expect(faultsOf(statements, safeSince)).toEqual([])
  })

  test('needs an earlier release for an index that is no longer unique', () => {
    const rebuild = ['drop index chat_name', 'create index concurrently chat_name on chat (name)']
    expect(faultsOf(rebuild)).toEqual([expect.stringContaining('drops a unique index')])
  })

  test('checks rows in three releases: unchecked, validated, required', () => {
    const add = 'alter table chat add constraint has_name check (name is not null) not valid'
    const validate = 'alter table chat validate constraint has_name'
    const require = 'alter table chat alter column name set not null'
    const steps = (parts: string[][]) => [
      first,
      ...parts.map((statements, i) => ({ name: `a_00${i + 2}`, statements, safeSince: 'a_001' })),
    ]
    expect(incompatible(steps([[add], [validate], [require]]))).toEqual([])
    expect(incompatible(steps([[add, validate]]))).toEqual([expect.stringContaining('validates what it adds')])
    expect(incompatible(steps([[add], [require]]))).toEqual([expect.stringContaining('validate `check')])
    expect(incompatible(steps([['alter table chat add check (name is not null)']]))).toEqual([
      expect.stringContaining('add it `not valid`'),
    ])
  })

  test('may widen a constraint in one step, unchecked', () => {
    const widen = [
      'alter table chat drop constraint known',
      `alter table chat add constraint known check (old in ('a', 'b')) not valid`,
    ]
    expect(faultsOf(widen)).toEqual([])
  })
})
