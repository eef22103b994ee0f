import type { TemplateDraft } from '@signalbox/model/template-language/template'
import { afterAll, describe, expect, test } from 'vitest'
import { defaultTemplates } from './default-templates.ts'
import { createScriptRunner } from './script-runner.ts'
import { createTemplateTools } from './template-tools.ts'

const scripts = createScriptRunner()
afterAll(() => scripts.stop())
const tools = createTemplateTools({ scripts, reports: null, formHosts: ['acs.example'] })

const empty: TemplateDraft = {
  type: 'html',
  templateType: 'Test',
  locale: 'all',
  channel: null,
  url: null,
  description: null,
  subject: null,
  content: '',
  textContent: null,
  params: null,
  testCases: null,
}
const check = (draft: Partial<TemplateDraft>) => tools.check({ ...empty, ...draft })

describe('mails', () => {
  test('need a subject and a text part', async () => {
    expect(await check({ type: 'email', content: '<p>x</p>' })).toMatchObject({
      ok: false,
      problems: [{ field: 'subject' }, { field: 'textContent' }],
    })
  })

  test('with a name nobody knows get a hint, and may be saved', async () => {
    const draft = {
      type: 'email',
      subject: 's',
      content: '<p onclick="x()">${ptx.ammount} ${link}</p>',
      textContent: 't',
    } as const
    expect(await check(draft)).toEqual({
      ok: true,
      problems: [],
      warnings: [
        { field: 'content', message: 'There is no variable "ptx.ammount"' },
        { field: 'content', message: 'Removed: <p onclick="x()">' },
      ],
      usedVariables: ['link', 'ptx.ammount'],
      cases: [],
    })
  })
})

test('a payload must be JSON for a deposit and for a withdrawal', async () => {
  expect(await check({ type: 'mq', content: '{"id":${ptx.id},"ref":${ptx.pspRefId;json}}' })).toMatchObject({
    ok: true,
  })
  const onlyDeposits = '{"id":${ptx.id}${if ptx.pspRefId},"ref":"${ptx.pspRefId}"${else},${end}}'
  expect(await check({ type: 'mq', content: onlyDeposits })).toMatchObject({
    ok: false,
    problems: [{ field: 'content' }],
  })
})

test('a theme tells what will not work', async () => {
  expect(await check({ type: 'css', content: '@import "x"; .a{color:red}' })).toMatchObject({
    ok: true,
    warnings: [{ message: 'Removed: @import "x"' }],
  })
})

describe('queries', () => {
  test('show where they go wrong', async () => {
    expect(await check({ type: 'sql', content: 'select *\nfrom secrets' })).toMatchObject({
      ok: false,
      problems: [
        { field: 'content', line: 2, column: 6, message: '"secrets" is not among the views of reports' },
      ],
    })
  })

  test('show which parameters are left over', async () => {
    const params = [{ name: 'since', type: 'date', required: true }] as const
    expect(await check({ type: 'sql', content: 'select * from v_users', params: [...params] })).toMatchObject(
      {
        ok: true,
        warnings: [{ field: 'params', message: 'The parameter "since" is not used' }],
      },
    )
  })

  test('do not run where there is no role for them', async () => {
    const report = { query: 'select 1', params: [], values: {}, merchants: [] }
    await expect(tools.runReport(report)).rejects.toMatchObject({ code: 'INVALID_STATE' })
  })
})

describe('scripts', () => {
  const params = { entry: 'transform', timeoutMs: 50 }
  const content = 'function transform(row) { return { cents: Math.round(row.amount * 100) } }'

  test('pass when all their cases do', async () => {
    const testCases = [{ name: 'one', input: { amount: 1.5 }, expected: { cents: 150 } }]
    expect(await check({ type: 'script', content, params, testCases })).toMatchObject({
      ok: true,
      cases: [{ name: 'one', ok: true }],
    })
  })

  test('fail with the case that does not', async () => {
    const testCases = [{ name: 'one', input: { amount: 1.5 }, expected: { cents: 15 } }]
    expect(await check({ type: 'script', content, params, testCases })).toMatchObject({
      ok: false,
      problems: [{ field: 'testCases', message: '"one": The result is not the expected one' }],
      cases: [{ actual: { cents: 150 } }],
    })
  })

  test('without a case are accepted with a hint, without a function not at all', async () => {
    expect(await check({ type: 'script', content, params })).toMatchObject({
      ok: true,
      warnings: [{ field: 'testCases' }],
    })
    expect(await check({ type: 'script', content: '1', params })).toMatchObject({ ok: false })
    expect(await check({ type: 'script', content: '\nlet x = ;', params })).toMatchObject({
      ok: false,
      problems: [{ field: 'content', line: 2 }],
    })
  })
})

test('what the platform brings along passes its own check', async () => {
  for (const template of defaultTemplates) {
    const { problems, warnings } = await check(template)
    expect({ name: template.templateType, problems, warnings }).toEqual({
      name: template.templateType,
      problems: [],
      warnings: [],
    })
  }
})
