import type { Role } from '@signalbox/model/access/roles'
import type { Rule } from '@signalbox/model/rules/rule'
import type { RulesetContent, RulesetRevision } from '@signalbox/model/rules/ruleset'
import { waitFor } from '@testing-library/react'
import { fakeApi } from '../../../kit/testing/fake-api.ts'
import { signIn } from '../../../kit/testing/fake-session.ts'
import { renderScreen } from '../../../kit/testing/render-screen.tsx'
import { decisionTableScreen } from '../decision-table-screen.tsx'
// Loaded before: a test that ends while the table still loads it would leave the load to nobody.
import '../rules-worker/rules-worker.ts'
import { fakeRulesets } from './fake-rulesets.ts'
import { revisionOf, type FakeRuleset } from './fake-ruleset-store.ts'

export const rule = (id: string, conditions: Rule['conditions'], outputs: Rule['outputs']): Rule => ({
  id,
  no: 0,
  name: `Rule ${id}`,
  note: '',
  enabled: true,
  conditions,
  outputs,
})

const cards = { op: 'in', values: ['CreditcardDeposit'] } as const

const cardRules: readonly Rule[] = [
  rule(
    'a',
    { txType: cards, currency: { op: 'in', values: ['NOK'] } },
    { psp: 'nordbank', pspAccount: 'default' },
  ),
  rule(
    'b',
    { txType: cards, currency: { op: 'in', values: ['SEK'] } },
    { psp: 'borealpay', pspAccount: 'default' },
  ),
  rule('c', { txType: cards }, { psp: 'acmecards', pspAccount: '3DS' }),
]

export const cardContent: RulesetContent = {
  name: 'Cards',
  note: '',
  priority: 10,
  inherit: 'OVERRIDABLE',
  enabled: true,
  preconditions: {},
  rules: cardRules,
}

export const ruleset = (id: string, ...versions: RulesetRevision[]): FakeRuleset => ({
  id,
  no: 1,
  versions,
  archived: false,
})

export const activeCards = (more: Partial<RulesetRevision> = {}): FakeRuleset =>
  ruleset('rs-1', revisionOf('psp-routing', 'rs-1', cardContent, more))

const allColumns = 20_000
/** Behind the row number and the switch. */
const nameCell = '[role="gridcell"][aria-colindex="3"]'

/** A table in a page as wide as all its columns, so that every cell is there to be asked for. */
export async function renderTable(
  rulesets: FakeRuleset[],
  {
    roles = ['RULES_ADMIN'],
    address = '/routing/psp-routing',
    slug = 'psp-routing',
    inherited,
  }: { roles?: Role[]; address?: string; slug?: string; inherited?: RulesetRevision[] } = {},
) {
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => allColumns })
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 900 })
  signIn(roles)
  const fake = fakeRulesets(slug, rulesets, { username: 'anna', inherited })
  const api = fakeApi(fake.handlers)
  const rendered = renderScreen(decisionTableScreen(slug), address)
  const grid = await waitFor(() => {
    const found = document.querySelector<HTMLElement>(rulesets.length > 0 ? '[role="grid"]' : 'h1')
    if (!found) throw new Error('There is no table yet')
    return found
  })
  const headers = () => [...grid.querySelectorAll<HTMLElement>('[role="columnheader"]')]
  const rowOf = (name: string): HTMLElement => {
    const found = [...grid.querySelectorAll<HTMLElement>('[role="row"][data-line]')].find((row) =>
      row.querySelector(nameCell)?.textContent?.startsWith(name),
    )
    if (!found) throw new Error(`There is no row ${name}`)
    return found
  }
  const cell = (row: string | HTMLElement, column: string): HTMLElement => {
    const header = headers().find((other) => other.textContent?.replace(' *', '') === column)
    const index = header?.getAttribute('aria-colindex')
    const found = (typeof row === 'string' ? rowOf(row) : row).querySelector<HTMLElement>(
      `[role="gridcell"][aria-colindex="${index}"]`,
    )
    if (!found) throw new Error(`There is no cell ${column}`)
    return found
  }
  const newRow = (): HTMLElement => {
    const found = grid.querySelector<HTMLElement>('[data-new]')?.closest<HTMLElement>('[data-line]')
    if (!found) throw new Error('There is no place for a new row')
    return found
  }
  const rowNames = (): string[] =>
    [...grid.querySelectorAll<HTMLElement>(`[role="row"][data-line] ${nameCell}`)].map(
      (name) => name.firstChild?.textContent ?? '',
    )
  return { ...rendered, fake, api, grid, cell, rowOf, newRow, rowNames }
}
