import type { CallMap } from '@signalbox/model/calls/index'
import type { WireMoney } from '@signalbox/model/money/money-schema'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../../kit/api.ts'
import { OneOf } from '../../../kit/field/choice-inputs.tsx'
import type { FieldEditProps } from '../../../kit/field/field-input.ts'
import { MoneyInput } from '../../../kit/field/money-input.tsx'
import { useSession } from '../../../kit/session/session-store.ts'

type Offer = CallMap['GET /voucher-batch/products']['reply']['items'][number]

function useOffers(): readonly Offer[] {
  const { merchantId } = useSession()
  const { data } = useQuery({
    queryKey: ['product', 'offers', merchantId],
    queryFn: ({ signal }) => api('GET /voucher-batch/products', { signal, suppressToast: true }),
  })
  return data?.items ?? []
}

/** Products that are active, by name. */
export function ProductEditor(props: FieldEditProps) {
  const options = useOffers().map(({ id, sku, name }) => ({ value: id, label: `${name} (${sku})` }))
  return <OneOf {...props} options={options} />
}

/** One of the values of the product, or an amount within its range. */
export function ValueEditor(props: FieldEditProps) {
  const { value, values, onChange } = props
  const offers = useOffers()
  const product = offers.find(({ id }) => id === values?.productId)
  const money = value as WireMoney | null | undefined
  const currency = product?.currency
  // Another product may be sold in another currency.
  useEffect(() => {
    if (currency && money && money.currency !== currency) onChange(null)
  }, [currency, money, onChange])
  if (product && product.faceValues.length > 0)
    return (
      <OneOf
        {...props}
        value={money?.amount ?? null}
        options={product.faceValues.map((amount) => ({
          value: amount,
          label: `${amount} ${product.currency}`,
        }))}
        onChange={(amount) =>
          onChange(typeof amount === 'string' ? { amount, currency: product.currency } : null)
        }
      />
    )
  return <MoneyInput {...props} value={money ?? (currency ? { amount: '', currency } : null)} fixedCurrency />
}
