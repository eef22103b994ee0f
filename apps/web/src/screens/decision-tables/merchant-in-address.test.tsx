import { act, screen as page, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { sessionStore } from '../../kit/session/session-store.ts'
import { withLayout } from '../../kit/testing/render-screen.tsx'
import { activeCards, renderTable } from './testing/render-table.tsx'

withLayout()

const [group, brand] = [100010000, 100010001]

describe('the address of a table', () => {
  it('names the merchant, and follows when another is chosen', async () => {
    const { search } = await renderTable([activeCards()])
    const own = sessionStore.merchantId()
    await waitFor(() => expect(search()).toBe(`?merchant=${own}`))
    const other = own === brand ? group : brand
    act(() => sessionStore.selectMerchant(other))
    await waitFor(() => expect(search()).toBe(`?merchant=${other}`))
  })

  it('turns to the merchant it names', async () => {
    const { search } = await renderTable([activeCards()], {
      address: `/routing/psp-routing?merchant=${group}`,
    })
    await waitFor(() => expect(sessionStore.merchantId()).toBe(group))
    expect(search()).toBe(`?merchant=${group}`)
  })

  it('of a merchant nobody may see opens no other', async () => {
    await renderTable([], { address: '/routing/psp-routing?merchant=999' })
    expect(await page.findByText('This link is for a merchant you cannot see.')).toBeTruthy()
    expect(sessionStore.merchantId()).not.toBe(999)
  })
})
