import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { signIn } from '../testing/fake-session.ts'
import { renderScreen, withLayout } from '../testing/render-screen.tsx'
import { TableFooter } from './list-footer.tsx'
import { usePaging } from './use-paging.ts'

withLayout()

function Table({ total }: { readonly total: number }) {
  const paging = usePaging()
  const { limit, start } = paging.query
  const items = Array.from({ length: Math.min(limit, total - start) })
  return (
    <>
      <p>{JSON.stringify(paging.query)}</p>
      <TableFooter page={{ items, start, limit, total, totalCapped: false }} {...paging.footer} />
    </>
  )
}

it('a table within a record has a hundred rows at first, or as many as are chosen, from the first one on', async () => {
  signIn([])
  const { user } = renderScreen(() => <Table total={150} />, '/table')
  await screen.findByText('{"limit":100,"start":0}')
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  await screen.findByText('{"limit":100,"start":100}')
  await user.click(screen.getByRole('button', { name: 'Rows per page 100' }))
  const sizes = await screen.findAllByRole('menuitemradio')
  expect(sizes.map(({ textContent }) => textContent)).toEqual(['10', '20', '50', '100', '1000'])
  await user.click(sizes[2]!)
  await screen.findByText('{"limit":50,"start":0}')
})

it('a table that fits on the smallest page has no pages', async () => {
  signIn([])
  renderScreen(() => <Table total={10} />, '/table')
  await screen.findByText('{"limit":100,"start":0}')
  expect(screen.queryByRole('button', { name: /^Rows per page/ })).toBeNull()
})
