import type { FilterDeclaration } from '@signalbox/model/field/entity'
import { filtersOf } from '@signalbox/model/field/entity'
import { isLocale } from '@signalbox/model/reference/locales'
import { isSampleName, type SampleName } from '@signalbox/model/template-language/sample-views'
import { template } from '@signalbox/model/template-language/template'
import { useMemo } from 'react'
import { formatListState, type ListShape, type ListState } from '../../kit/list/list-state.ts'
import { useListState } from '../../kit/list/use-list-state.ts'

const tabs = ['edit', 'text', 'cases', 'run', 'preview', 'history', 'usage'] as const
export type Tab = (typeof tabs)[number]

export const devices = { desktop: 'Desktop', tablet: 'Tablet', phone: 'Phone' } as const
export type Device = keyof typeof devices

const listFilters = filtersOf(template).filter(({ name }) =>
  ['keyword', 'locale', 'overridesOnly'].includes(name),
)

/** What the preview and the history show is part of the address too, so that it can be sent to a colleague. */
const viewNames = ['sample', 'device', 'as', 'version', 'copy', 'to'] as const
type ViewName = (typeof viewNames)[number]
const viewFilters = viewNames.map((name): FilterDeclaration => ({ name, kind: 'SELECT', label: name }))

const shape: ListShape = { filters: [...listFilters, ...viewFilters], sortable: [] }

export interface TemplatesAddress {
  readonly keyword: string
  readonly locales: readonly string[]
  readonly overridesOnly: boolean
  readonly id: string | null
  /** Writing a new one, perhaps starting from another. */
  readonly isNew: boolean
  readonly copyOf: string | null
  readonly copyTo: string | null
  readonly tab: Tab
  readonly sample: SampleName | null
  readonly device: Device
  /** Locale to render in; null is the template's own. */
  readonly renderLocale: string | null
  /** The version looked at in the history. */
  readonly version: string | null
}

function read({ filters, id, dialog, tab }: ListState): TemplatesAddress {
  const { keyword = '', locale = '', overridesOnly, sample = '', device = '', as = '' } = filters
  return {
    keyword,
    locales: locale.split(',').filter(isLocale),
    overridesOnly: overridesOnly === 'true',
    id,
    isNew: dialog === 'new',
    copyOf: filters.copy ?? null,
    copyTo: filters.to ?? null,
    tab: tabs.find((known) => known === tab) ?? 'edit',
    sample: isSampleName(sample) ? sample : null,
    device: Object.hasOwn(devices, device) ? (device as Device) : 'desktop',
    renderLocale: isLocale(as) ? as : null,
    version: filters.version ?? null,
  }
}

type Patch = Partial<Record<'keyword' | 'locale' | 'overridesOnly' | ViewName, string | null>> &
  Partial<Pick<ListState, 'id' | 'dialog' | 'tab'>>

function patched(
  state: ListState,
  { id = state.id, dialog = state.dialog, tab = state.tab, ...filters }: Patch,
): ListState {
  const all = Object.entries({ ...state.filters, ...filters })
  const set = all.filter((entry): entry is [string, string] => Boolean(entry[1]))
  return { ...state, id, dialog, tab, filters: Object.fromEntries(set) }
}

const nothingOpen: Patch = { id: null, dialog: null, tab: null, version: null, copy: null, to: null }

/** What the address says, and the ways to change it. */
export function useTemplatesAddress() {
  const [state, change] = useListState(shape)
  const address = useMemo(() => read(state), [state])
  return useMemo(() => {
    const go = (patch: Patch, replace = false) => change((current) => patched(current, patch), { replace })
    return {
      address,
      hrefOf: (id: string) => `?${formatListState(patched(state, { ...nothingOpen, id }))}`,
      filter: (patch: Pick<Patch, 'keyword' | 'locale' | 'overridesOnly'>) => go(patch, true),
      open: (id: string, replace = false) => go({ ...nothingOpen, id }, replace),
      close: () => go(nothingOpen),
      startNew: (copy: string | null = null, to: string | null = null) =>
        go({ ...nothingOpen, dialog: 'new', copy, to }),
      showTab: (tab: Tab) => go({ tab: tab === 'edit' ? null : tab, version: null }, true),
      view: (patch: Partial<Record<ViewName, string | null>>) => go(patch, true),
    }
  }, [address, state, change])
}

export type TemplatesNavigation = ReturnType<typeof useTemplatesAddress>
