import { paymentMethodInputCalls } from '@signalbox/model/calls/payment-method'
import { paymentMethodInput } from '@signalbox/model/entities/payment-method-input'
import { handle, type Handler } from '../../kit/handle.ts'
import { resourceHandlers } from '../../kit/resource-handlers.ts'
import { Resource } from '../../kit/resource.ts'
import { cashierForm, inputLabels } from './form.ts'
import { inputHooks } from './service.ts'

const inputs = new Resource(paymentMethodInput, inputHooks)

export const handlers = (): Handler[] => [
  ...resourceHandlers(inputs),
  handle(paymentMethodInputCalls.labels, async ({ tx, scope }) => ({
    labels: await inputLabels(tx, { merchantId: scope.selected, locale: undefined }),
  })),
  handle(paymentMethodInputCalls.form, ({ tx, scope, query }) => {
    const { txType, service, country, locale } = query
    return cashierForm(tx, { merchantId: scope.selected, locale }, { txType, service, country })
  }),
]
