import type { Tx } from '../../kit/database.ts'
import { providerTypeLabels } from '@signalbox/model/reference/transaction-types'
import { pspSettings } from '../psp/read-model.ts'
import { rulesNaming } from '../ruleset/read-model.ts'

interface Closed {
  readonly providerType?: string | null
  readonly psp?: string | null
  readonly service?: string | null
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

/** What would have nowhere to go while this is closed, in sentences for whoever is about to close it. */
export async function warningsFor(
  tx: Tx,
  merchants: readonly number[],
  { providerType, psp, service }: Closed,
): Promise<string[]> {
  const warnings: string[] = []
  if (providerType && !psp) {
    const method = providerTypeLabels[providerType] ?? providerType
    warnings.push(
      service
        ? `Nobody can pay with ${method} through ${service} during the window.`
        : `Nobody can pay with ${method} during the window.`,
    )
  }
  if (!psp) return warnings
  const name = (await pspSettings(tx, psp))?.name ?? psp
  const named = (await rulesNaming(tx, { psp, merchants })).filter(({ active }) => active)
  const routes = named.filter(({ table }) => table === 'psp-routing')
  const fallbacks = named.filter(({ table }) => table === 'psp-fallback')
  if (routes.length === 0) warnings.push(`No routing rule sends payments to ${name}.`)
  else if (fallbacks.length === 0)
    warnings.push(
      `${counted(routes.length, 'routing rule sends', 'routing rules send')} payments to ${name}, and no fallback rule names another PSP.`,
    )
  return warnings
}
