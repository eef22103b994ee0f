import type { SqlParam } from '@signalbox/model/template-language/template'
import { describe, expect, test } from 'vitest'
import { checkSql } from './sql-check.ts'
import { bindValues } from './sql-parameters.ts'

const views = ['v_users', 'v_merchants', 'v_audit']
const params: SqlParam[] = [
  { name: 'from', type: 'date', required: true },
  { name: 'name', type: 'text', required: false },
  { name: 'level', type: 'number', required: false },
  { name: 'active', type: 'boolean', required: false },
]
const check = (source: string) => checkSql(source, { views, params })

async function problemsOf(source: string) {
  const result = await check(source)
  return result.ok ? [] : result.problems
}

describe('reports people write', () => {
  test.each([
    'select * from v_users',
    'select id, username as "User name" from v_users u where u.state = \'ACTIVE\' order by 2 desc nulls last limit 10 offset 5',
    'select count(*), count(distinct merchant_id) filter (where level > 1) from v_merchants',
    "select date_trunc('day', at) as day, action, count(*) from v_audit where at >= now() - interval '7 days' group by 1, 2 having count(*) > 3",
    'select m.name, count(u.id) from v_merchants m left join v_users u on u.merchant_id = m.id group by m.id, m.name',
    'with recent as (select * from v_audit where at > current_date - 30), n as (select count(*) c from recent) select c from n',
    'select name, rank() over (partition by level order by name) from v_merchants',
    'select name, sum(level) over w from v_merchants window w as (order by id rows between 1 preceding and current row)',
    "select case when state = 'ACTIVE' then 'yes' when state is null then 'maybe' else 'no' end from v_users",
    "select coalesce(display_name, username), greatest(1, 2), nullif(state, ''), extract(year from last_login), trim(username) from v_users",
    'select * from v_users where merchant_id in (select id from v_merchants where level between 1 and 2) or exists (select 1 from v_audit)',
    "select * from v_users where username ilike 'a%' and display_name not like '%x' and state is distinct from 'X'",
    'select state, count(*) from v_users group by grouping sets ((state), ()) ',
    "select a.day, (select count(*) from v_audit v where v.at::date = a.day) from (select generate_series(current_date - 7, current_date, interval '1 day')::date as day) a",
    'select username from v_users union all select name from v_merchants order by 1',
    'select distinct on (merchant_id) * from v_users order by merchant_id, last_login desc',
    "select at at time zone 'Europe/Stockholm', to_char(at, 'YYYY-MM'), (at::date)::text from v_audit",
    "select * from (values (1, 'a'), (2, 'b')) as t (n, s) join v_merchants on level = n",
    'select percentile_cont(0.5) within group (order by level) from v_merchants',
    'select d from unnest(array[1, 2, 3]) as d where d = any (array[1, 2])',
    'select true and not false, -level, level % 2, 1.5e3, null, (array[1,2])[1] from v_merchants;  -- done',
    'table v_users',
  ])('%s', async (source) => {
    expect(await check(source)).toMatchObject({ ok: true })
  })
})

describe('parameters', () => {
  test('names become numbers with a type, in order of appearance', async () => {
    expect(
      await check(
        'select * from v_audit where at >= :from and (actor_name = :name or :name is null) and at < :from',
      ),
    ).toEqual({
      ok: true,
      text: 'select * from v_audit where at >= ($1::date) and (actor_name = ($2::text) or ($2::text) is null) and at < ($1::date)',
      paramOrder: ['from', 'name'],
    })
  })

  test('what only looks like one is left alone', async () => {
    const source = 'select \':name\', "state"::text, $$ :name $$ as ":name" /* :name */ from v_users -- :name'
    expect(await check(source)).toMatchObject({ ok: true, paramOrder: [] })
  })

  test('undeclared names and bare numbers are refused where they stand', async () => {
    expect(await problemsOf('select * from v_users where username = :nobody')).toEqual([
      { message: 'There is no parameter "nobody"', position: 39 },
    ])
    expect(await problemsOf('select $1')).toEqual([{ message: 'Parameters are written :name', position: 7 }])
  })

  test('values are checked by their type before they are bound', () => {
    const order = ['from', 'name', 'level', 'active']
    const given = { from: '2026-02-03', name: "'; drop table x --", level: '12.5', active: 'true' }
    expect(bindValues(order, params, given)).toEqual({
      ok: true,
      values: ['2026-02-03', "'; drop table x --", '12.5', true],
    })
    expect(bindValues(order, params, { from: '2026-02-03' })).toEqual({
      ok: true,
      values: ['2026-02-03', null, null, null],
    })
  })

  test.each([
    [{}, 'The parameter "from" needs a value'],
    [{ from: 'yesterday' }, 'The parameter "from" is not a date'],
    [{ from: '2026-02-30' }, 'The parameter "from" is not a date'],
    [{ from: '2026-02-03', level: '1e9' }, 'The parameter "level" is not a number'],
    [{ from: '2026-02-03', active: 'yes' }, 'The parameter "active" is not a boolean'],
    [{ from: '2026-02-03', name: 'a\0b' }, 'The parameter "name" is not a text'],
    [{ from: '2026-02-03', name: { toString: 1 } }, 'The parameter "name" is not a text'],
  ])('%j is refused', (given, message) => {
    expect(bindValues(['from', 'name', 'level', 'active'], params, given)).toEqual({ ok: false, message })
  })
})

describe('problems', () => {
  test('are placed in the text as it was written, whatever letters it holds', async () => {
    expect(await problemsOf("select 'åäö😀', :name from pg_class")).toEqual([
      { message: '"pg_class" is not among the views of reports', position: 27 },
    ])
    expect(await problemsOf("select 'åäö😀', :name from from v_users")).toEqual([
      { message: 'syntax error at or near "from"', position: 27 },
    ])
  })

  test('are all told at once', async () => {
    expect(
      (await problemsOf('select pg_sleep(1), version() from secrets')).map((problem) => problem.message),
    ).toEqual([
      'The function "pg_sleep" is not allowed',
      'The function "version" is not allowed',
      '"secrets" is not among the views of reports',
    ])
  })

  test.each([
    ['', 'Write a SELECT'],
    ['  -- nothing', 'Write a SELECT'],
    ['select 1; select 2', 'A report must be a single statement'],
    ['select * into x from v_users', 'A report cannot write into a table'],
    ['select * from v_users for update', 'A report cannot lock rows'],
    ['select * from public.v_users', 'Views are named without a schema'],
    ['with recursive r as (select 1) select * from r', 'Recursive queries are not allowed'],
    ['delete from v_users', 'Only SELECT is allowed'],
    [`select ${'1, '.repeat(100)} 1`, 'There are too many columns'],
    [`select ${"'a' || ".repeat(11)} 'a'`, 'Too many texts are joined together'],
    [`select ${'(select '.repeat(31)} 1 ${')'.repeat(31)}`, 'The report contains too many queries'],
    [`select ${'1 + '.repeat(1100)} 1`, 'The query is too long'],
    [`select '${'x'.repeat(10_000)}'`, 'A query may be at most 10 kB of text long'],
  ])('%.60s', async (source, message) => {
    expect((await problemsOf(source)).map((problem) => problem.message)).toContain(message)
  })
})
