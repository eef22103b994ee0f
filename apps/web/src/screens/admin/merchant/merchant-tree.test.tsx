import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fakeApi } from '../../../kit/testing/fake-api.ts'
import { metadataFor, signIn } from '../../../kit/testing/fake-session.ts'
import { renderScreen, withLayout } from '../../../kit/testing/render-screen.tsx'
import MerchantScreen from './merchant-screen.tsx'
import { operationRefusal } from './merchant-rules.ts'
import { possibleParents } from './move-dialog.tsx'
import { rootsOf, visibleIds } from './tree-order.ts'

withLayout()

const { merchants } = metadataFor([])

describe('merchant tree', () => {
  it('stands merchants without a visible parent at the top and hides what is folded away', () => {
    expect(rootsOf(merchants.slice(1)).map(({ id }) => id)).toEqual([100010000])
    expect(visibleIds(merchants, new Set())).toEqual([1000, 100010000, 100010001])
    expect(visibleIds(merchants, new Set([100010000]))).toEqual([1000, 100010000])
  })

  it('never offers a merchant its own subtree, nor the parent it has', () => {
    expect(possibleParents(merchants, 100010000)).toEqual([])
    expect(possibleParents(merchants, 100010001).map(({ id }) => id)).toEqual([1000])
  })

  it('follows the states a merchant may take', () => {
    expect(operationRefusal('go-live', { state: 'TEST' })).toBeNull()
    expect(operationRefusal('go-live', { state: 'SUSPENDED' })).toBe('Not possible while suspended.')
    expect(operationRefusal('resume', { state: 'SUSPENDED' })).toBeNull()
    expect(operationRefusal('close', { state: 'CLOSED' })).toBe('Not possible while closed.')
  })

  it('is walked with the arrow keys and opens with Enter', async () => {
    signIn(['OPERATOR_ADMIN'])
    const page = { items: [], start: 0, limit: 100, total: 0, totalCapped: false }
    fakeApi({ 'GET /merchant': () => page })
    const { user, search } = renderScreen(MerchantScreen, '/admin/merchant?mode=tree')
    const root = await screen.findByRole('treeitem', { name: 'Platform' })
    root.focus()
    await user.keyboard('{ArrowDown}{ArrowLeft}')
    expect(screen.queryByRole('treeitem', { name: 'Northlight Sweden' })).toBeNull()
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Northlight Sweden')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(search()).toBe('?id=100010001&mode=tree'))
  })
})
