import { Button, Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSession } from '../../kit/session/session-store.ts'
import type { ListPageModel } from '../../kit/list/use-list-page.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Person } from './gdpr-request-dialog.tsx'
import { PageSwitch } from './page-switch.tsx'
import { PrivacyPanel } from './privacy-panel.tsx'

/** A person is found by the merchant and the id they have there; not everybody has an account to start from. */
function FindPerson({ onClose }: { readonly onClose: () => void }) {
  const { metadata, merchantId: selected } = useSession()
  // Users belong to brands, which are the merchants nobody hangs below.
  const brands = metadata.merchants.filter(
    ({ id }) => !metadata.merchants.some(({ parentId }) => parentId === id),
  )
  const first = brands.find(({ id }) => id === selected) ?? brands[0]
  const [merchantId, setMerchantId] = useState(String(first?.id ?? selected))
  const [userId, setUserId] = useState('')
  const [person, setPerson] = useState<Person | null>(null)
  const find = (event: { preventDefault(): void }) => {
    event.preventDefault()
    if (userId.trim() !== '') setPerson({ merchantId: Number(merchantId), userId: userId.trim() })
  }
  return (
    <Dialog opened onClose={onClose} title="New GDPR request">
      <Stack gap={20}>
        <form onSubmit={find}>
          <Stack gap={14}>
            <Select
              label="Merchant"
              data={brands.map(({ id, name }) => ({
                value: String(id),
                label: `${name} (${id})`,
              }))}
              value={merchantId}
              allowDeselect={false}
              searchable
              onChange={(value) => setMerchantId(value ?? merchantId)}
            />
            <TextInput
              label="User id"
              maxLength={50}
              data-autofocus
              value={userId}
              onChange={(event) => setUserId(event.currentTarget.value)}
            />
            <div>
              <Button type="submit" variant="default" leftSection={<Icon name="search" size={16} />}>
                Find
              </Button>
            </div>
          </Stack>
        </form>
        {person ? <PrivacyPanel key={`${person.merchantId} ${person.userId}`} person={person} /> : null}
      </Stack>
    </Dialog>
  )
}

export function NewRequest({ list }: { readonly list: ListPageModel }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <PageSwitch list={list} />
      <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setOpen(true)}>
        New request
      </Button>
      {open ? <FindPerson onClose={() => setOpen(false)} /> : null}
    </>
  )
}
