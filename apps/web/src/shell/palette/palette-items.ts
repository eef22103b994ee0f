import type { MerchantNode, SavedView } from '@signalbox/model/access/session'
import type { Screen } from '../../screens/screen.ts'
import type { IconName } from '../../ui/icon.tsx'
import type { Shortcut } from '../../ui/shortcuts.ts'
import { fuzzyScore } from '../frame/fuzzy.ts'
import { pathOf } from '../frame/merchant-tree.ts'

export interface PaletteItem {
  readonly id: string
  readonly group: 'Transactions' | 'Recent' | 'Pages' | 'Views' | 'Actions' | 'On this page' | 'Merchants'
  readonly label: string
  readonly icon: IconName
  readonly description?: string
  /** Keys that do the same. */
  readonly keys?: string
  /** Also found by these words. */
  readonly words?: string
  readonly run: () => void
}

export interface PaletteAction {
  readonly name: string
  readonly label: string
  readonly icon: IconName
  readonly words?: string
  readonly run: () => void
}

export interface PaletteSources {
  readonly screens: readonly Screen[]
  readonly views: readonly SavedView[]
  readonly merchants: readonly MerchantNode[]
  readonly actions: readonly PaletteAction[]
  readonly onThisPage: readonly Shortcut[]
  readonly recentPaths: readonly string[]
  readonly keysOf: (path: string) => string | undefined
  readonly iconOf: (name: string) => IconName
  readonly go: (href: string) => void
  readonly switchMerchant: (id: number) => void
}

function pageItem(screen: Screen, group: 'Pages' | 'Recent', from: PaletteSources): PaletteItem {
  return {
    id: `${group}:${screen.path}`,
    group,
    label: screen.title,
    icon: group === 'Recent' ? 'history' : from.iconOf(screen.icon),
    words: `${screen.path} ${screen.group}`,
    ...(screen.title === screen.group ? {} : { description: screen.group }),
    ...(from.keysOf(screen.path) === undefined ? {} : { keys: from.keysOf(screen.path) }),
    run: () => from.go(screen.path),
  }
}

/** Everything the palette could offer this person on this page. */
export function paletteItems(from: PaletteSources): PaletteItem[] {
  const screenOf = (path: string) => from.screens.find((screen) => screen.path === path)
  return [
    ...from.recentPaths
      .flatMap((path) => screenOf(path) ?? [])
      .map((screen) => pageItem(screen, 'Recent', from)),
    ...from.screens.map((screen) => pageItem(screen, 'Pages', from)),
    // A list and what is open over it may have the same keys.
    ...from.onThisPage.map(({ keys, label, run }, index) => ({
      id: `here:${index}`,
      group: 'On this page' as const,
      label,
      icon: 'play' as const,
      keys,
      run,
    })),
    ...from.actions.map(({ name, ...action }) => ({
      id: `action:${name}`,
      group: 'Actions' as const,
      ...action,
    })),
    ...from.views.flatMap((view) => {
      const screen = screenOf(view.page)
      if (!screen) return []
      const run = () => from.go(`${view.page}?${view.query}`)
      return [
        {
          id: `view:${view.id}`,
          group: 'Views' as const,
          label: view.name,
          icon: 'filter' as const,
          description: screen.title,
          run,
        },
      ]
    }),
    ...from.merchants.map((merchant) => ({
      id: `merchant:${merchant.id}`,
      group: 'Merchants' as const,
      label: merchant.name,
      icon: 'building' as const,
      description: [merchant.id, pathOf(merchant, from.merchants)].filter(Boolean).join(' · '),
      words: String(merchant.id),
      run: () => from.switchMerchant(merchant.id),
    })),
  ]
}

const shownPerGroup = 8
const groupOrder = ['Recent', 'Pages', 'On this page', 'Views', 'Actions', 'Merchants'] as const

const scoreOf = (query: string, item: PaletteItem): number =>
  Math.max(fuzzyScore(query, item.label), item.words === undefined ? 0 : fuzzyScore(query, item.words) * 0.8)

/** Best groups first, best items first in each; without a query, what one is likely to want. */
export function searchPalette(items: readonly PaletteItem[], query: string): PaletteItem[] {
  if (query.trim() === '') {
    return groupOrder
      .filter((group) => group !== 'Merchants')
      .flatMap((group) =>
        items.filter((item) => item.group === group).slice(0, group === 'Pages' ? 50 : shownPerGroup),
      )
  }
  const scored = items
    .filter((item) => item.group !== 'Recent')
    .map((item) => ({ item, score: scoreOf(query, item) }))
    .filter(({ score }) => score > 0)
  const best = Math.max(0, ...scored.map(({ score }) => score))
  // Letters scattered over a long text match almost anything; beside a real hit they are noise.
  const close = scored.filter(({ score }) => score >= best / 4)
  const bestOf = (group: string) =>
    Math.max(0, ...close.filter(({ item }) => item.group === group).map(({ score }) => score))
  return groupOrder
    .toSorted((a, b) => bestOf(b) - bestOf(a))
    .flatMap((group) =>
      close
        .filter(({ item }) => item.group === group)
        .sort((a, b) => b.score - a.score)
        .slice(0, shownPerGroup)
        .map(({ item }) => item),
    )
}
