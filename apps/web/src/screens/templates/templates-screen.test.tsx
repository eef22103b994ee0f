import type { TemplateCheck } from '@signalbox/model/calls/template'
import type { TemplateDraft } from '@signalbox/model/template-language/template'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { sessionStore } from '../../kit/session/session-store.ts'
import { fakeApi } from '../../kit/testing/fake-api.ts'
import { metadataFor, signIn } from '../../kit/testing/fake-session.ts'
import { renderScreen, withLayout } from '../../kit/testing/render-screen.tsx'
import { atFirstSight, pressKey } from '../../ui/testing/at-first-sight.ts'
import { templatesScreen } from './templates-screen.tsx'
import { fakeTemplates, mail } from './testing/fake-templates.ts'

const EmailTemplates = templatesScreen('email')

withLayout()

function open(address = '', rows = [mail('t1')], check?: TemplateCheck) {
  signIn(['MERCHANT_ADMIN'])
  const store = fakeTemplates(rows, check)
  const api = fakeApi(store.handlers)
  return { store, api, ...renderScreen(EmailTemplates, `/templates/email${address}`) }
}

const subject = () => screen.findByRole('textbox', { name: 'Subject' })
const press = async (user: UserEvent, name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }))
async function retitle(user: UserEvent, text: string) {
  await user.clear(await subject())
  await user.click(await subject())
  await user.paste(text)
}
async function save(user: UserEvent, note: string) {
  await press(user, 'Save…')
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('textbox', { name: 'Note' }))
  await user.paste(note)
  await press(user, 'Save')
}

const lastChecked = (api: ReturnType<typeof fakeApi>) =>
  (api.of('POST /template/validate').at(-1)?.body as { template: TemplateDraft } | undefined)?.template
    .subject

describe('templates', () => {
  it('are listed in pages of fifty until all are there', async () => {
    const rows = Array.from({ length: 120 }, (_, at) => mail(`t${at}`, { templateType: `Mail${at}` }))
    const { api } = open('', rows)
    expect(await screen.findByText('Mail119')).toBeTruthy()
    expect(api.of('GET /template/{type}/read').map(({ query }) => [query.start, query.limit])).toEqual([
      ['0', '50'],
      ['50', '50'],
      ['100', '50'],
    ])
  })

  it('keep what is searched and opened in the address', async () => {
    const { user, search } = open('?keyword=Pass', [mail('t1'), mail('t2', { templateType: 'Welcome' })])
    await user.click(await screen.findByText('PasswordReset'))
    await waitFor(() => expect(search()).toBe('?keyword=Pass&id=t1'))
    await user.click(await screen.findByRole('tab', { name: 'Text' }))
    await waitFor(() => expect(search()).toBe('?keyword=Pass&id=t1&tab=text'))
    expect(screen.queryByText('Welcome')).toBeNull()
  })

  it('are saved with a note only, after a look at what changes', async () => {
    const { user, api, store } = open('?id=t1')
    await retitle(user, 'A new subject')
    await press(user, 'Save…')
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('Choose a new password')).toBeTruthy()
    expect(within(dialog).getByText('A new subject')).toBeTruthy()
    await press(user, 'Save')
    expect(within(dialog).getByText('This field is required')).toBeTruthy()
    expect(api.of('PUT /template/{id}/')).toHaveLength(0)
    await user.click(within(dialog).getByRole('textbox', { name: 'Note' }))
    await user.paste('shorter')
    await press(user, 'Save')
    await waitFor(() => expect(store.rows[0]).toMatchObject({ subject: 'A new subject', version: 2 }))
    expect(api.of('PUT /template/{id}/').map(({ body }) => body)).toEqual([
      {
        type: 'email',
        merchantId: 100010001,
        note: 'shorter',
        id: 't1',
        version: 1,
        subject: 'A new subject',
      },
    ])
    await waitFor(() => expect(screen.queryByText('Unsaved')).toBeNull())
  })

  it('of an ancestor become own ones when they are saved', async () => {
    const { user, search } = open('?id=t1', [mail('t1', { merchantId: 1000, inherited: true })])
    expect((await screen.findAllByText(/Inherited from/)).length).toBeGreaterThan(0)
    await retitle(user, 'Ours')
    await save(user, 'our tone')
    await waitFor(() => expect(search()).toBe('?id=own'))
    expect(await screen.findByText('Overrides Platform')).toBeTruthy()
  })

  it('show their words beside mine when somebody else saved in between', async () => {
    const { user, store } = open('?id=t1')
    await retitle(user, 'Mine')
    store.rows[0] = mail('t1', { version: 2, subject: 'Theirs', description: 'also theirs' })
    await save(user, 'my change')
    const dialog = await screen.findByRole('dialog', { name: 'Someone else saved this template' })
    const goOn = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Continue with these' })
    expect(goOn.disabled).toBe(true)
    await user.click(within(dialog).getByRole('radio', { name: 'Subject: Keep mine' }))
    await user.click(goOn)
    await press(user, 'Save')
    await waitFor(() =>
      expect(store.rows[0]).toMatchObject({ version: 3, subject: 'Mine', description: 'also theirs' }),
    )
  })

  it('come back unsaved after the session ended in the middle', async () => {
    const first = open('?id=t1')
    await retitle(first.user, 'Half a sentence')
    await screen.findByText('Unsaved')
    cleanup()
    const { user } = open('?id=t1')
    expect(await screen.findByText('Your unsaved changes were restored.')).toBeTruthy()
    expect(((await subject()) as HTMLInputElement).value).toBe('Half a sentence')
    await press(user, 'Discard them')
    await press(user, 'Discard')
    await waitFor(async () =>
      expect(((await subject()) as HTMLInputElement).value).toBe('Choose a new password'),
    )
  })

  it('are not left with unsaved text unasked', async () => {
    const { user, search, history } = open('?id=t1', [mail('t1'), mail('t2', { templateType: 'Welcome' })])
    await retitle(user, 'Half a sentence')
    await user.click(await screen.findByText('Welcome'))
    await press(user, 'Stay')
    expect(search()).toBe('?id=t1')
    await user.click(screen.getByText('Welcome'))
    await press(user, 'Leave')
    await waitFor(() => expect(history.location.search).toBe('?id=t2'))
    expect(((await subject()) as HTMLInputElement).value).toBe('Choose a new password')
  })

  it('with problems are not offered for saving; the problem is shown instead', async () => {
    const problem = { field: 'content' as const, message: 'This "${" is never closed', line: 1, column: 4 }
    const check = { ok: false, problems: [problem], warnings: [], usedVariables: [], cases: [] }
    const { user, api } = open('?id=t1', [mail('t1')], check)
    await retitle(user, 'Something else')
    await screen.findByRole('list', { name: 'Problems and warnings' })
    await waitFor(() => expect(screen.getAllByText(/is never closed/).length).toBeGreaterThan(0))
    await waitFor(() => expect(lastChecked(api)).toBe('Something else'), { timeout: 5000 })
    await press(user, 'Save…')
    expect(await screen.findByText('Fix the problems before you save this template.')).toBeTruthy()
    expect(screen.queryByRole('textbox', { name: 'Note' })).toBeNull()
  })

  it('are saved only after the check of the text as it is now, however quick somebody saves', async () => {
    const problem = { field: 'content' as const, message: 'This "${" is never closed', line: 1, column: 4 }
    const check = { ok: false, problems: [problem], warnings: [], usedVariables: [], cases: [] }
    const { user } = open('?id=t1', [mail('t1')], check)
    await retitle(user, 'Something else')
    await press(user, 'Save…')
    expect(await screen.findByText('Fix the problems before you save this template.')).toBeTruthy()
    expect(screen.queryByRole('textbox', { name: 'Note' })).toBeNull()
  })

  it('are checked for whoever saves by key the moment the problem shows', async () => {
    const problem = { field: 'content' as const, message: 'This "${" is never closed', line: 1, column: 4 }
    const check = { ok: false, problems: [problem], warnings: [], usedVariables: [], cases: [] }
    let checks = 0
    const { user, store } = open('?id=t1')
    // The first check is about what is saved and finds nothing, so that the list comes with the text just typed.
    const fine = store.handlers['POST /template/validate']
    store.handlers['POST /template/validate'] = (request) => (checks++ === 0 && fine ? fine(request) : check)
    await retitle(user, 'Something else')
    await atFirstSight(/is never closed/, () => pressKey('s', { ctrlKey: true }))
    expect(await screen.findByText('Fix the problems before you save this template.')).toBeTruthy()
  })

  it('are restored to the inherited one with a note', async () => {
    const { user, api, search } = open('?id=t1', [mail('t1', { overrides: 1000 })])
    await press(user, 'More actions')
    await user.click(await screen.findByRole('menuitem', { name: 'Restore inherited…' }))
    const dialog = await screen.findByRole('dialog', { name: 'Restore the inherited template?' })
    await user.click(within(dialog).getByRole('textbox', { name: 'Note' }))
    await user.paste('no longer needed')
    await press(user, 'Restore inherited')
    await waitFor(() => expect(search()).toBe(''))
    expect(api.of('DELETE /template/{id}').map(({ query }) => [query.version, query.note])).toEqual([
      ['1', 'no longer needed'],
    ])
  })

  it('are only read by those who may not write', async () => {
    signIn(['OPERATOR_ADMIN'])
    fakeApi(fakeTemplates([mail('t1')]).handlers)
    renderScreen(EmailTemplates, '/templates/email?id=t1')
    expect(await screen.findByRole('button', { name: 'Save…' })).toBeTruthy()
    cleanup()
    const metadata = metadataFor(['OPERATOR_ADMIN'])
    const attributes = { ...metadata.user.attributes, internalUser: false }
    sessionStore.signIn({ ...metadata, user: { ...metadata.user, attributes } })
    fakeApi(fakeTemplates([mail('s1', { type: 'script', subject: null, textContent: null })]).handlers)
    renderScreen(templatesScreen('script'), '/templates/script?id=s1')
    expect(await screen.findByRole('tab', { name: 'Test cases' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Save…' })).toBeNull()
  })
})
