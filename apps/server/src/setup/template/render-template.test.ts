import { sampleViews } from '@signalbox/model/template-language/sample-views'
import { describe, expect, test } from 'vitest'
import { renderTemplate } from './render-template.ts'

const view = { name: '<b>Elsa</b> & "co"', link: 'javascript:alert(1)', city: 'a\r\nBcc: all@mail.example' }

describe('a mail', () => {
  const mail = {
    type: 'email',
    subject: 'For ${name}',
    content: '<p>Dear ${name}</p>',
    textContent: 'Dear ${name}',
  } as const

  test('is escaped where it is markup and plain where it is text', () => {
    expect(renderTemplate(mail, view)).toEqual({
      subject: 'For <b>Elsa</b> & "co"',
      content: '<p>Dear &lt;b&gt;Elsa&lt;/b&gt; &amp; "co"</p>',
      textContent: 'Dear <b>Elsa</b> & "co"',
      problems: [],
      warnings: [],
      usedVariables: ['name'],
    })
  })

  test('cannot grow a header from a value', () => {
    expect(renderTemplate({ ...mail, subject: 'To ${city}' }, view).subject).toBe(
      'To a Bcc: all@mail.example',
    )
  })

  test('is cleaned after the values are in', () => {
    const content = '<a href="${link}">go</a><script>x()</script><a href=${name}>x</a>'
    const result = renderTemplate({ ...mail, content }, view)
    expect(result.content).not.toMatch(/javascript|<script/)
    expect(result.warnings.map((warning) => warning.message)).toContain(
      'Removed: <a href="javascript:alert(1)">',
    )
  })

  test('tells in which part a mistake is', () => {
    const broken = { ...mail, subject: '${', content: '${a;nope}' }
    expect(renderTemplate(broken, view).problems).toEqual([
      { field: 'subject', line: 1, column: 1, message: 'This "${" is never closed' },
      { field: 'content', line: 1, column: 5, message: 'There is no filter "nope"' },
    ])
  })
})

test('a page keeps forms to hosts that are allowed', () => {
  const page = {
    type: 'html',
    content: '<form action="${url}" method="post"><input type="hidden" name="a" value="${name}"></form>',
  } as const
  const url = 'https://acs.example/start'
  expect(renderTemplate(page, { ...view, url }, { formHosts: ['acs.example'] }).content).toBe(
    '<form action="https://acs.example/start" method="post"><input type="hidden" name="a" value="&lt;b&gt;Elsa&lt;/b&gt; &amp; &quot;co&quot;" /></form>',
  )
  expect(renderTemplate(page, { ...view, url }).content).not.toContain('form')
})

test('a theme stays inside the cashier, whatever the values are', () => {
  const theme = { type: 'css', content: ':root{color:${colour}}' } as const
  expect(renderTemplate(theme, { colour: 'red' }).content).toBe('.cashier{color:red}')
  expect(renderTemplate(theme, { colour: 'red}body+*{color:blue' }).content).toBe(
    '.cashier{color:red}.cashier body+*{color:blue}',
  )
})

describe('a payload', () => {
  test('is JSON with any value in it', () => {
    const { content, problems } = renderTemplate(
      { type: 'mq', content: '{"a":"${name}","b":${name;json}}' },
      view,
    )
    expect(problems).toEqual([])
    expect(JSON.parse(content)).toEqual({ a: view.name, b: view.name })
  })

  test('says where it is not', () => {
    expect(renderTemplate({ type: 'mq', content: '{\n  "a": ${name}\n}' }, view).problems).toEqual([
      {
        field: 'content',
        message: 'The result is not JSON: a value was expected at line 2, column 8 of the result',
      },
    ])
  })
})

test('scripts and queries are not filled in', () => {
  const content = 'select ${name}'
  expect(renderTemplate({ type: 'sql', content }, view)).toMatchObject({
    content,
    problems: [],
    warnings: [],
  })
  expect(renderTemplate({ type: 'script', content: '`${name}`' }, view)).toMatchObject({
    content: '`${name}`',
  })
})

test('the samples carry a mail of each kind', () => {
  const content =
    '${if ptx}<p>${ptx.amountAbs;money} ${ptx.created;date(yyyy-MM-dd)}</p>${else}<p>Hi ${user.displayName}</p>${end}'
  const mail = { type: 'email', subject: 's', content, textContent: 't' } as const
  expect(renderTemplate(mail, sampleViews.withdrawal, { locale: 'sv_SE' }).content).toBe(
    '<p>900,00 SEK 2026-02-03</p>',
  )
  expect(renderTemplate(mail, sampleViews.identity).content).toBe('<p>Hi Anna Berg</p>')
})
