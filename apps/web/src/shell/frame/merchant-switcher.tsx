import { sessionStore, updateSettings, useSession, useSettings } from '../../kit/session/session-store.ts'
import { OptionList, type Option } from '../../ui/option-list.tsx'
import { SearchDialog } from '../../ui/search-dialog.tsx'
import { useTypedQuery } from '../../ui/type-ahead.ts'
import { matchesMerchant, merchantRows, pathOf, recentMerchantLimit, withRecent } from './merchant-tree.ts'
import type { MerchantNode } from '@signalbox/model/access/session'

const shownLimit = 200

export function switchMerchant(merchantId: number, recent: readonly number[]): void {
  sessionStore.selectMerchant(merchantId)
  void updateSettings({ recentMerchants: withRecent(recent, merchantId) })
}

function optionsFor(
  query: string,
  merchants: readonly MerchantNode[],
  recent: readonly number[],
  selectedId: number,
): Option[] {
  const optionOf = (merchant: MerchantNode, id: string): Option => ({
    id,
    label: merchant.name,
    hint: merchant.id,
    selected: merchant.id === selectedId,
  })
  if (query.trim() !== '') {
    return merchants
      .filter((merchant) => matchesMerchant(merchant, query))
      .slice(0, shownLimit)
      .map((merchant) => ({
        ...optionOf(merchant, String(merchant.id)),
        description: pathOf(merchant, merchants),
      }))
  }
  const lastUsed = recent
    .slice(0, recentMerchantLimit)
    .flatMap((id) => merchants.find((merchant) => merchant.id === id) ?? [])
    .map((merchant) => ({
      ...optionOf(merchant, `recent-${merchant.id}`),
      selected: false,
      group: 'Last used',
      description: pathOf(merchant, merchants),
    }))
  const tree = merchantRows(merchants)
    .slice(0, shownLimit)
    .map(({ merchant, depth }) => ({
      ...optionOf(merchant, String(merchant.id)),
      depth,
      group: lastUsed.length > 0 ? 'All merchants' : undefined,
    }))
  return merchants.length > recentMerchantLimit + 1 ? [...lastUsed, ...tree] : tree
}

export default function MerchantSwitcher({ onClose }: { readonly onClose: () => void }) {
  const { metadata, merchantId } = useSession()
  const { recentMerchants } = useSettings()
  const [query, setQuery] = useTypedQuery()
  const pick = (id: string) => {
    switchMerchant(Number(id.replace('recent-', '')), recentMerchants)
    onClose()
  }
  return (
    <SearchDialog label="Switch merchant" onClose={onClose}>
      <OptionList
        label="Merchants"
        placeholder="Merchant name or id"
        query={query}
        onQuery={setQuery}
        options={optionsFor(query, metadata.merchants, recentMerchants, merchantId)}
        onPick={pick}
        emptyText="No merchant in your scope has this name or id."
      />
    </SearchDialog>
  )
}
