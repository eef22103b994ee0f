import { screen as page, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { withLayout } from '../../kit/testing/render-screen.tsx'
import { revisionOf, type FakeRuleset } from './testing/fake-ruleset-store.ts'
import { cardContent, renderTable, rule } from './testing/render-table.tsx'

withLayout()

const outputs = { psp: 'acmecards', pspAccount: '3DS' }
const archived = (id: string, name: string, ...more: FakeRuleset['versions']): FakeRuleset => {
  const content = { ...cardContent, name, rules: [rule(id, {}, outputs)] }
  const urgent = revisionOf('psp-routing', id, content, { state: 'SUPERSEDED' })
  return { id, no: 1, versions: [urgent, ...more], archived: true }
}

it('a draft of an archived ruleset is shown and wants no merge; what is archived without one is not', async () => {
  const draft = revisionOf(
    'psp-routing',
    'begun',
    { ...cardContent, name: 'Begun', rules: [rule('begun', {}, outputs)] },
    { version: 2, basedOn: 1, state: 'DRAFT', editedBy: 'anna', activatedAt: null },
  )
  const { rowNames } = await renderTable([archived('gone', 'Gone'), archived('begun', 'Begun', draft)])
  await waitFor(() => expect(rowNames()).toContain('Rule begun'))
  expect(rowNames()).not.toContain('Rule gone')
  expect(await page.findByText('Draft v2')).toBeTruthy()
  expect(page.queryByText(/Merge/)).toBeNull()
})
