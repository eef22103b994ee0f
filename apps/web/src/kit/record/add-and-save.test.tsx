import { bankMapping } from '@signalbox/model/entities/bank-mapping'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import './record-form.tsx'
import { resourceScreen } from '../resource-screen.tsx'
import { fakeApi } from '../testing/fake-api.ts'
import { fakeMappings, mapping } from '../testing/fake-mappings.ts'
import { signIn } from '../testing/fake-session.ts'
import { renderScreen, withLayout } from '../testing/render-screen.tsx'

withLayout()

it('a record is added with the button of its page, and saved after a change', async () => {
  signIn(['CONFIG_ADMIN'])
  const store = fakeMappings([mapping('m1', { bic: 'NDEA', swift: 'NDEASESS' })])
  const { of } = fakeApi(store.handlers)
  const Mappings = resourceScreen({ entity: bankMapping, purpose: 'Enrich payouts.' })
  const { user, history, search } = renderScreen(Mappings, '/admin/bank-mapping')
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  const write = async (name: string, text: string) => {
    const input = await screen.findByRole('textbox', { name })
    await user.clear(input)
    await user.click(input)
    await user.paste(text)
  }
  await press('New bank mapping')
  await write('Mapping', 'Handelsbanken')
  await write('Note about the change', 'a new bank')
  await press('Create')
  await waitFor(() => expect(of('POST /bank-mapping')).toHaveLength(1))
  expect(of('POST /bank-mapping')[0]?.body).toMatchObject({ title: 'Handelsbanken', note: 'a new bank' })

  history.push('/admin/bank-mapping?id=m1&dialog=edit')
  await write('BIC', 'ESSE')
  await press('Review changes')
  await write('Note about the change', 'new prefix')
  await press('Save')
  await waitFor(() => expect(search()).toBe('?id=m1'))
  expect(of('PUT /bank-mapping/{id}').map(({ body }) => body)).toEqual([
    { version: 1, bic: 'ESSE', note: 'new prefix' },
  ])
})
