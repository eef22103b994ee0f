import type { Fields } from '@signalbox/model/field/entity'
import { field } from '@signalbox/model/field/field'
import { whyNotNow, type OnboardingState } from '@signalbox/model/scheme-tokens/onboarding-state'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../../kit/api.ts'
import type { Row } from '../../../kit/list/listing.ts'
import { useSession } from '../../../kit/session/session-store.ts'

export const operationRefusal = (name: string, row: Row): string | null =>
  whyNotNow(name, row.state as OnboardingState) ?? null

/** PSPs that can be sent tokens, by id; what the dialogs of operations offer. */
let offered: Readonly<Record<string, string>> = {}

/** Has the PSPs at hand before somebody opens a dialog that offers them. */
export function useTokenPsps(): void {
  const { merchantId } = useSession()
  const { data } = useQuery({
    queryKey: ['scheme-token', 'psps', merchantId],
    queryFn: ({ signal }) => api('GET /scheme-token/psps', { signal, suppressToast: true }),
  })
  useEffect(() => {
    if (data) offered = Object.fromEntries(data.items.map(({ psp, name }) => [psp, name]))
  }, [data])
}

/** Only PSPs that support tokens can be chosen. */
export function inputsOf(_name: string, asked: Fields): Fields {
  const { psps } = asked
  if (!psps) return asked
  const { label } = psps
  return { ...asked, psps: field.choices({ label, required: true, item: 'PSP', options: offered }) }
}
