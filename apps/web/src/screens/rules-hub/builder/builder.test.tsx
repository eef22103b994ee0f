import type { RulesetContent } from '@signalbox/model/rules/ruleset'
import { cleanup, screen as page, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { fakeApi } from '../../../kit/testing/fake-api.ts'
import { signIn } from '../../../kit/testing/fake-session.ts'
import { renderScreen, withLayout } from '../../../kit/testing/render-screen.tsx'
import { fakeRulesets } from '../../decision-tables/testing/fake-rulesets.ts'
import { revisionOf } from '../../decision-tables/testing/fake-ruleset-store.ts'
import { ruleset, rule } from '../../decision-tables/testing/render-table.tsx'
import BuilderScreen from './builder-screen.tsx'

withLayout()
beforeEach(() => sessionStorage.clear())

const cardContent: RulesetContent = {
  name: 'Cards',
  note: '',
  priority: 10,
  inherit: 'OVERRIDABLE',
  enabled: true,
  preconditions: {},
  rules: [],
}

function openBuilder(address = '/rules-hub/builder', content: RulesetContent = cardContent) {
  signIn(['RULES_ADMIN', 'RULES_HUB_PILOT'])
  const saved = ruleset('rs-1', revisionOf('psp-routing', 'rs-1', content, { state: 'DRAFT' }))
  const fake = fakeRulesets('psp-routing', [saved], { username: 'anna' })
  const api = fakeApi({
    ...fake.handlers,
    'GET /decisiontable/catalogue': () => ({ items: { psp: [{ value: 'acmecards', label: 'Acme Cards' }] } }),
    'GET /simulator/test-case': () => ({ items: [] }),
  })
  return { api, ...renderScreen(BuilderScreen, address) }
}

type Opened = ReturnType<typeof openBuilder>

const next = () => page.getByRole('button', { name: /^Next/ })
const saveButton = () => page.getByRole<HTMLButtonElement>('button', { name: 'Save draft' })

async function choose({ user }: Opened, label: string, typed: string, option: string) {
  await user.click(page.getByRole('combobox', { name: label }))
  await user.paste(typed)
  await user.click(await page.findByRole('option', { name: option }))
}

/** To the rules of a new routing ruleset. */
async function nameIt(opened: Opened) {
  await opened.user.click(await page.findByRole('textbox', { name: /Ruleset name/ }))
  await opened.user.paste('Nordic cards')
  await choose(opened, 'Category', 'psp rou', 'PSP routing')
  await opened.user.click(next())
  await opened.user.click(next())
}

/** A condition of the first rule, typed as in a cell. */
async function addCondition(opened: Opened, place: number, fact: string, text: string) {
  const { user } = opened
  await user.click(page.getAllByRole('button', { name: 'Add condition' })[place] ?? document.body)
  const empty = page
    .getAllByRole<HTMLInputElement>('combobox', { name: 'Condition' })
    .find(({ value }) => value === '')
  await user.click(empty ?? document.body)
  await user.paste(fact)
  await user.click(await page.findByRole('option', { name: fact }))
  const fields = page.getAllByRole<HTMLInputElement>('textbox', { name: fact })
  await user.click(fields.find(({ value }) => value === '') ?? document.body)
  await user.paste(text)
  await user.keyboard('{Escape}')
}

async function addOutcome({ user }: Opened) {
  for (const [name, text] of [
    [/^PSP \*?$|^PSP$/, 'acmecards'],
    [/^PSP account/, '3DS'],
  ] as const) {
    await user.click(page.getByRole('textbox', { name }))
    await user.paste(text)
    await user.keyboard('{Escape}')
  }
}

describe('the rule builder', () => {
  it('does not go on without a name and a category', async () => {
    const { user } = openBuilder()
    await user.click(await page.findByRole('button', { name: 'Next: Preconditions' }))
    expect(page.getByText('Ruleset name is mandatory')).toBeTruthy()
    expect(page.getByText('This field is required')).toBeTruthy()
    expect(page.getByRole('button', { name: '1 Ruleset' }).getAttribute('aria-current')).toBe('step')
  })

  it('saves nothing before there is a complete rule', async () => {
    const opened = openBuilder()
    await nameIt(opened)
    expect(saveButton().disabled).toBe(true)
    await opened.user.click(next())
    expect(await page.findByText('Please add at least one rule')).toBeTruthy()
    await opened.user.click(page.getByRole('button', { name: 'Add rule' }))
    expect(saveButton().disabled).toBe(true)
    await addOutcome(opened)
    expect(saveButton().disabled).toBe(false)
  })

  it('saves a group of alternatives as rows that know their rule, each said in words', async () => {
    const opened = openBuilder()
    await nameIt(opened)
    await opened.user.click(page.getByRole('button', { name: 'Add rule' }))
    await addCondition(opened, 0, 'Currency', 'EUR')
    await opened.user.click(page.getByText('Any of'))
    await addCondition(opened, 0, 'User country', 'Sweden')
    await addOutcome(opened)
    const words = await page.findByRole('list', { name: 'In words' })
    expect(within(words).getByText(/euro/i)).toBeTruthy()
    expect(within(words).getByText(/Sweden/)).toBeTruthy()
    await opened.user.click(saveButton())
    const asked = within(await page.findByRole('dialog', { name: 'Save draft' }))
    await opened.user.click(asked.getByRole('button', { name: 'Save' }))
    expect(asked.getByText('This field is required')).toBeTruthy()
    expect(opened.api.of('POST /ruleset')).toEqual([])
    await opened.user.click(asked.getByRole('textbox', { name: /What changes/ }))
    await opened.user.paste('Nordic cards go to Acme')
    await opened.user.click(asked.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(opened.api.of('POST /ruleset')).toHaveLength(1))
    const [request] = opened.api.of('POST /ruleset')
    expect(request?.body).toMatchObject({ changeNote: 'Nordic cards go to Acme' })
    const { content } = (request ?? { body: null }).body as { content: RulesetContent }
    expect(content.rules.map(({ conditions }) => conditions)).toEqual([
      { currency: { op: 'in', values: ['EUR'] } },
      { userCountry: { op: 'in', values: ['SWE'] } },
    ])
    expect(new Set(content.rules.map(({ originGroupId }) => originGroupId)).size).toBe(1)
    expect(content.rules[0]?.originGroupId).toBeTruthy()
  })

  it('shows rows of one rule as one tree again, and moves rules by keyboard', async () => {
    const psp = { psp: 'acmecards', pspAccount: '3DS' }
    const group = { originGroupId: 'a' }
    const rows = [
      { ...rule('a', { currency: { op: 'in', values: ['EUR'] } }, psp), ...group },
      { ...rule('a-1', { userCountry: { op: 'in', values: ['SWE'] } }, psp), ...group },
      rule('b', {}, psp),
    ]
    const { user } = openBuilder('/rules-hub/builder?ruleset=rs-1&step=rules', {
      ...cardContent,
      rules: rows,
    })
    const names = () =>
      page.getAllByRole<HTMLInputElement>('textbox', { name: /^Name of rule/ }).map(({ value }) => value)
    await waitFor(() => expect(names()).toEqual(['Rule a', 'Rule b']))
    expect(page.getByRole<HTMLInputElement>('textbox', { name: 'User country' }).value).toBe('SWE')
    page.getByRole('textbox', { name: 'Name of rule 1' }).focus()
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    expect(names()).toEqual(['Rule b', 'Rule a'])
  })

  it('keeps what was entered when the page is left', async () => {
    const opened = openBuilder()
    await nameIt(opened)
    cleanup()
    openBuilder()
    expect((await page.findByRole<HTMLInputElement>('textbox', { name: /Ruleset name/ })).value).toBe(
      'Nordic cards',
    )
  })
})
