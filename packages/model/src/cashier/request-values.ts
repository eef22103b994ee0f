import { inputNames } from '../payments/payment-inputs.ts'
import type { PaymentRequest } from '../payments/payment-request.ts'
import { valueOf } from '../payments/request-problem.ts'
import type { InputValues } from './validate-inputs.ts'

/** What the request of a payment has in the places of inputs. */
export function requestValues(request: PaymentRequest): InputValues {
  const known = inputNames.map((name) => [name, valueOf(request, name)] as const)
  const attributes = Object.entries(request.attributes ?? {}).map(
    ([name, value]) => [`attributes.${name}`, value] as const,
  )
  return Object.fromEntries([...known, ...attributes])
}
