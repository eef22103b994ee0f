import { isUuid } from '@signalbox/model/field/validators'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ChosenRules } from './chosen-rules.ts'

interface SimulatorSearch {
  /** A payment to take the inputs from. */
  readonly payment?: unknown
  /** Facts to begin with, as JSON. */
  readonly facts?: unknown
  /** The table to show. */
  readonly table?: unknown
  /** `rulesetId@version`, separated by commas. */
  readonly rules?: unknown
  /** A change set, instead of them. */
  readonly changeSet?: unknown
}

function factsIn(text: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof text === 'object' && text !== null) return text as Readonly<Record<string, unknown>>
  try {
    const read: unknown = JSON.parse(typeof text === 'string' ? text : '')
    return typeof read === 'object' && read !== null ? (read as Readonly<Record<string, unknown>>) : undefined
  } catch {
    return undefined
  }
}

function rulesIn({ rules: text, changeSet }: SimulatorSearch): ChosenRules {
  if (typeof changeSet === 'string' && isUuid(changeSet)) return { changeSet }
  const versions = (typeof text === 'string' ? text : '').split(',').flatMap((part) => {
    const [, rulesetId, version] = /^([0-9a-f-]{36})@(\d{1,7})$/i.exec(part.trim()) ?? []
    return rulesetId === undefined ? [] : [{ rulesetId, version: Number(version) }]
  })
  return { versions }
}

/** What the address says about the payment to simulate. */
export function useSimulatorAddress() {
  const { payment, facts, table, rules, changeSet }: SimulatorSearch = useSearch({ strict: false })
  const id = Number(payment)
  return useMemo(
    () => ({
      payment: payment !== undefined && Number.isSafeInteger(id) && id > 0 ? id : undefined,
      facts: factsIn(facts),
      table: typeof table === 'string' ? table : undefined,
      rules: rulesIn({ rules, changeSet }),
    }),
    [payment, id, facts, table, rules, changeSet],
  )
}
