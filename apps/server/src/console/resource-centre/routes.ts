import { resourceCentreCalls } from '@signalbox/model/calls/resource-centre'
import { handle, type Handler } from '../../kit/handle.ts'
import type { Payments } from '../../payments/core/payments.ts'
import { publicCalls } from '../../payments/public-api/read-model.ts'

interface ResourceCentreDeps {
  readonly payments: Payments
  readonly publicUrl: string
  readonly product: string
  readonly version: string
}

/** What integrators read, told by the very calls that are served. */
export function handlers({ payments, publicUrl, product, version }: ResourceCentreDeps): Handler[] {
  const base = `${publicUrl}/${product}/api/v1`
  const calls = publicCalls(payments).map(({ method, path, summary, scope }) => ({
    method,
    path,
    summary,
    scope,
  }))
  return [
    handle(resourceCentreCalls.read, () =>
      Promise.resolve({ base, version, openApi: `${base}/openapi.json`, calls }),
    ),
  ]
}
