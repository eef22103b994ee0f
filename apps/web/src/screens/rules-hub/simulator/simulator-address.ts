import type { SimulatedVersion } from '@signalbox/model/calls/simulator'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'

interface SimulatorSearch {
  /** A payment to take the inputs from. */
  readonly payment?: unknown
  /** Facts to begin with, as JSON. */
  readonly facts?: unknown
  /** The table to show. */
  readonly table?: unknown
  /** `rulesetId@version`, separated by commas. */
  readonly rules?: unknown
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

function rulesIn(text: unknown): SimulatedVersion[] {
  return (typeof text === 'string' ? text : '').split(',').flatMap((part) => {
    const [, rulesetId, version] = /^([0-9a-f-]{36})@(\d{1,7})$/i.exec(part.trim()) ?? []
    return rulesetId === undefined ? [] : [{ rulesetId, version: Number(version) }]
  })
}

/** What the address says about the payment to simulate. */
export function useSimulatorAddress() {
  const { payment, facts, table, rules }: SimulatorSearch = useSearch({ strict: false })
  const id = Number(payment)
  return useMemo(
    () => ({
      payment: payment !== undefined && Number.isSafeInteger(id) && id > 0 ? id : undefined,
      facts: factsIn(facts),
      table: typeof table === 'string' ? table : undefined,
      rules: rulesIn(rules),
    }),
    [payment, id, facts, table, rules],
  )
}
