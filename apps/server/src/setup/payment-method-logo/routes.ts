import { paymentMethodLogoCalls as calls } from '@signalbox/model/calls/payment-method'
import type { Config } from '../../config.ts'
import { handle, type Handler, type Work } from '../../kit/handle.ts'
import { listLogos, logoOf, resetLogo, uploadLogo } from './service.ts'

const asWork = (work: unknown) => work as Work

export const handlers = ({ product }: Pick<Config, 'product'>): Handler[] => [
  handle(calls.list, async (work) => ({
    items: await listLogos(asWork(work), product, work.query.all === 'true'),
  })),
  handle(calls.get, (work) => logoOf(asWork(work), { product, ...work.params })),
  handle(calls.upload, (work) => uploadLogo(asWork(work), { product, ...work.params }, work.body)),
  handle(calls.reset, (work) => {
    const { version } = work.query
    return resetLogo(
      asWork(work),
      { product, ...work.params },
      version === undefined ? undefined : Number(version),
    )
  }),
]
