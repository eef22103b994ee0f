import { describe, expect, it } from 'vitest'
import { agreedDraft } from './conflict-dialog.tsx'
import {
  changedFields,
  copyFor,
  draftOf,
  editedFields,
  emptyDraft,
  nameProblem,
  saveBody,
} from './editor-state.ts'
import { parseJson, withoutCase } from './pending-texts.ts'
import { previewDocument } from '@signalbox/model/template-language/template-preview'
import { usualSample } from './preview-tab.tsx'
import { reportFile } from './run-tab.tsx'
import { readTemplateFile, templateFile } from './template-file.ts'
import { mail } from './testing/fake-templates.ts'
import { differs } from './use-template-news.ts'
import { defaultUserFormats } from '@signalbox/model/text/user-formats'

const draft = draftOf(mail('t1'))

describe('what is saved', () => {
  it('is everything a new template has and nothing of other types', () => {
    const body = saveBody(
      null,
      { ...emptyDraft('html'), templateType: 'Receipt', channel: '' },
      100010001,
      ' first ',
    )
    expect(body).toMatchObject({
      type: 'html',
      merchantId: 100010001,
      note: 'first',
      templateType: 'Receipt',
      channel: null,
    })
    expect(body).not.toHaveProperty('subject')
    expect(body).not.toHaveProperty('version')
  })

  it('is only what changed of a stored one, with its version', () => {
    const body = saveBody(mail('t1', { version: 7 }), { ...draft, subject: 'New' }, 100010001, 'wording')
    expect(body).toEqual({
      type: 'email',
      merchantId: 100010001,
      note: 'wording',
      id: 't1',
      version: 7,
      subject: 'New',
    })
  })

  it('keeps an emptied subject, so that it is refused by its name', () => {
    expect(saveBody(mail('t1'), { ...draft, subject: '' }, 1, 'x')).toHaveProperty('subject', '')
  })

  it('does not count as changed what is empty in another way', () => {
    expect(changedFields(draft, { ...draft, channel: '', description: null })).toEqual([])
    expect(changedFields(draft, { ...draft, content: 'x', textContent: 'y' })).toEqual([
      'content',
      'textContent',
    ])
  })

  it('has the fields of its type', () => {
    expect(editedFields('css')).not.toContain('params')
    expect(editedFields('script')).toEqual(expect.arrayContaining(['params', 'testCases']))
  })
})

it('a copy goes to the first locale nobody has written', () => {
  expect(copyFor(mail('t1'), ['all', 'en']).locale).toBe('en_GB')
  expect(copyFor(mail('t1'), ['all'], 'sv_SE')).toMatchObject({ locale: 'sv_SE', subject: draft.subject })
})

it('a name is checked before it is sent', () => {
  expect(nameProblem('')).toBe('This field is required')
  expect(nameProblem('has blank')).toContain('letters')
  expect(nameProblem('WithdrawalApproved')).toBeNull()
})

describe('two people at once', () => {
  const theirs = { ...draft, subject: 'Theirs', description: 'only theirs', content: 'their body' }
  const mine = { ...draft, subject: 'Mine', textContent: 'only mine', content: 'my body' }

  it('keep what only one of them changed, and choose about the rest', () => {
    expect(agreedDraft(draft, theirs, mine, { subject: 'theirs' }, { content: 'both bodies' })).toMatchObject(
      {
        subject: 'Theirs',
        description: 'only theirs',
        textContent: 'only mine',
        content: 'both bodies',
      },
    )
    expect(agreedDraft(draft, theirs, mine, { subject: 'mine' }, {}).subject).toBe('Mine')
  })
})

describe('files', () => {
  it('come back as they were written', () => {
    const { name, content } = templateFile({ ...draft, locale: 'sv_SE' })
    expect(name).toBe('email-PasswordReset-sv_SE.json')
    expect(readTemplateFile(content, 'email')).toEqual({ ok: true, draft: { ...draft, locale: 'sv_SE' } })
  })

  it('are refused when they are something else', () => {
    const { content } = templateFile(draft)
    expect(readTemplateFile(content, 'html')).toMatchObject({
      ok: false,
      why: expect.stringContaining('email'),
    })
    for (const text of ['', '[]', '{"type":"email"}', '{"type":"pdf","content":""}']) {
      expect(readTemplateFile(text, 'email').ok, text).toBe(false)
    }
  })
})

it('texts that are not JSON yet follow their case', () => {
  const pending = { '0.input': 'a', '1.expected': 'b', '2.input': 'c' }
  expect(withoutCase(pending, 1)).toEqual({ '0.input': 'a', '1.input': 'c' })
  expect(parseJson('{"a":1}')).toEqual({ ok: true, value: { a: 1 } })
  expect(parseJson('{a}')).toEqual({ ok: false })
})

it('a preview may load nothing and run nothing', () => {
  const page = previewDocument('<p>Hello</p>', '.x{}')
  expect(page).toContain("default-src 'none'")
  expect(page).not.toContain('script-src')
  expect(page.indexOf('Content-Security-Policy')).toBeLessThan(page.indexOf('<p>Hello</p>'))
})

it('a preview starts with the sample its author most likely means', () => {
  expect(usualSample(draft)).toBe('identity')
  expect(usualSample({ ...draft, templateType: 'PspDown', content: '${alert.title}' })).toBe('alert')
  expect(usualSample({ ...draft, templateType: 'WithdrawalApproved', content: '' })).toBe('withdrawal')
  expect(usualSample({ ...draft, templateType: 'Receipt', content: '${ptx.id}' })).toBe('deposit')
})

it('a report becomes a file in the person’s own formats, safe to open', () => {
  const columns = [
    { name: 'name', type: 'text' },
    { name: 'at', type: 'time' },
    { name: 'share', type: 'number' },
  ]
  const rows = [['=1+1', '2026-02-03T09:12:44.120Z', 0.5]]
  const formats = {
    ...defaultUserFormats,
    csvSeparator: ';' as const,
    decimalSeparator: ',' as const,
    timeZone: 'UTC',
  }
  expect(reportFile({ columns, rows, truncated: false, durationMs: 1 }, formats)).toBe(
    "\uFEFFname;at;share\r\n'=1+1;2026-02-03 09:12:44;0,5\r\n".replace('0,5', '"0,5"'),
  )
})

it('a list is out of date when its first row or its length changed', () => {
  const shown = { items: [mail('a'), mail('b')], total: 2 }
  expect(differs(shown, { items: [mail('a')], total: 2 })).toBe(false)
  expect(differs(shown, { items: [mail('a', { version: 2 })], total: 2 })).toBe(true)
  expect(differs(shown, { items: [mail('c')], total: 2 })).toBe(true)
  expect(differs(shown, { items: [], total: 0 })).toBe(true)
})
