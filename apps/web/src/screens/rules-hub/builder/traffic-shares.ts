import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { WireTree } from '@signalbox/model/calls/decision-table'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { useDebouncedValue } from '@mantine/hooks'
import { createContext, useContext, useMemo } from 'react'
import { api } from '../../../kit/api.ts'
import type { CellLanguage } from '../../../kit/decision-grid/core/cell-language.ts'
import { rowsOfTree } from '@signalbox/model/rules/condition-tree'
import { useSession } from '../../../kit/session/session-store.ts'
import type { DraftRule } from './builder-draft.ts'
import { leavesOf, readLeaf } from './condition-tree.ts'
import { readTree } from './draft-rows.ts'

interface Shares {
  /** From 0 to 1; null where there were no payments, undefined where it is not known. */
  readonly ofLeaf: (id: string) => number | null | undefined
  readonly ofRule: (id: string) => number | null | undefined
}

const unknown: Shares = { ofLeaf: () => undefined, ofRule: () => undefined }

/** How much of last week's traffic the conditions of the rules match. */
export const TrafficShares = createContext<Shares>(unknown)
export const useShares = (): Shares => useContext(TrafficShares)

/** As long as a person who types pauses between two words. */
const pauseMs = 350

/** The server looks at so many at once; in a longer ruleset the first ones are told. */
const most = 100

function questionOf(language: CellLanguage, rules: readonly DraftRule[]) {
  const leaves = rules
    .flatMap((rule) => leavesOf(rule.tree))
    .flatMap((leaf) => {
      const read = readLeaf(language, leaf)
      return read.ok ? [{ id: leaf.id, fact: leaf.fact, cell: read.cell, not: leaf.not }] : []
    })
    .slice(0, most)
  const trees = rules
    .flatMap((rule) => {
      const tree = readTree(language, rule)
      return tree && tree.members.length > 0 && rowsOfTree(tree).ok ? [{ id: rule.id, tree }] : []
    })
    .slice(0, most)
  return { leaves, trees }
}

const byId = (items: readonly { readonly id: string }[], shares: readonly (number | null)[]) =>
  new Map(items.map(({ id }, place) => [id, shares[place]]))

/** Asks the server about what can be read of the rules, and again when that has changed. */
export function useTrafficShares(
  table: DecisionTable,
  language: CellLanguage,
  rules: readonly DraftRule[],
): Shares {
  const { merchantId } = useSession()
  const [settled] = useDebouncedValue(rules, pauseMs)
  const question = useMemo(() => questionOf(language, settled), [language, settled])
  const { leaves, trees } = question
  const body = {
    table: table.slug,
    leaves: leaves.map(({ fact, cell, not }) => ({ fact, cell, ...(not && { not }) })),
    trees: trees.map(({ tree }) => tree as WireTree),
  }
  const ids = [...leaves, ...trees].map(({ id }) => id)
  const { data } = useQuery({
    queryKey: ['traffic-shares', merchantId, body, ids],
    enabled: leaves.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const { shares, trees: ofTrees } = await api('POST /ruleset/traffic-shares', {
        body,
        signal,
        suppressToast: true,
      })
      return { leaves: byId(leaves, shares), trees: byId(trees, ofTrees) }
    },
  })
  return useMemo(
    () =>
      data
        ? { ofLeaf: (id: string) => data.leaves.get(id), ofRule: (id: string) => data.trees.get(id) }
        : unknown,
    [data],
  )
}

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 })

/** `Matches 12 % of last week’s traffic` */
export const shareText = (share: number | null): string =>
  share === null
    ? 'No traffic last week'
    : `Matches ${percent.format(share).replace('%', ' %')} of last week’s traffic`
