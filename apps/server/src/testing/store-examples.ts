import type { Answer, Client } from '../kit/testing/kit-app.ts'

const at = 'merchantId=100010001'
interface Voucher {
  readonly id: string
  readonly version: number
  readonly serial: string
}

let made = 0
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()

/** One successful use of every call of the store that changes something. */
export function storeExamples(
  who: () => Client,
  second: () => Promise<Client>,
): Record<string, () => Promise<Answer>> {
  const product = (): Promise<Answer> => {
    const sku = `COVER-${++made}`
    return who().post(`/product?${at}`, { sku, name: sku, currency: 'EUR', faceValues: ['10.00'] })
  }
  const operate =
    (path: string) =>
    async (id: string, body: object = {}) =>
      who().post(`/${path.replace('{id}', id)}?${at}`, body)
  const active = async (): Promise<Answer> => operate('product/{id}/activate')((await product()).body.id)
  const batch = async (quantity = 2): Promise<Answer> => {
    const { id } = (await active()).body
    const faceValue = { amount: '10.00', currency: 'EUR' }
    const expiresAt = inDays(30)
    return who().post(`/voucher-batch?${at}`, { productId: id, quantity, faceValue, expiresAt })
  }
  const codes = (id: string) => operate('voucher-batch/{id}/codes')(id, { password: 'a long password' })
  const released = async (): Promise<Answer> => {
    const { id } = (await batch()).body
    await codes(id)
    const { version } = (await who().get(`/voucher-batch/${id}?${at}`)).body as { version: number }
    return (await second()).post(`/voucher-batch/${id}/release?${at}`, { version })
  }
  const voucher = async () => {
    const { title } = (await released()).body
    return (await who().get(`/voucher?${at}&batch=${title}`)).body.items[0] as Voucher
  }
  const reason = { reason: 'For a test' }
  const onSeen = (path: string, { id, version }: Voucher) => operate(path)(id, { version, ...reason })
  const blocked = async (): Promise<Answer> => operate('voucher/{id}/block')((await voucher()).id, reason)
  return {
    'POST /product': product,
    'PUT /product/{id}': async () => {
      const { id, version } = (await product()).body
      return who().put(`/product/${id}?${at}`, { version, name: 'Renamed' })
    },
    'DELETE /product/{id}': async () => who().delete(`/product/${(await product()).body.id}?${at}`),
    'POST /product/{id}/activate': active,
    'POST /product/{id}/suspend': async () =>
      operate('product/{id}/suspend')((await active()).body.id, reason),
    'POST /product/{id}/retire': async () => operate('product/{id}/retire')((await active()).body.id, reason),
    'POST /product/{id}/clone': async () =>
      operate('product/{id}/clone')((await product()).body.id, { sku: `CLONE-${++made}` }),
    'POST /voucher-batch': () => batch(),
    'POST /voucher-batch/{id}/codes': async () => codes((await batch()).body.id),
    'POST /voucher-batch/{id}/release': released,
    'POST /voucher-batch/{id}/close': async () =>
      onSeen('voucher-batch/{id}/close', (await batch()).body as Voucher),
    'POST /voucher/{id}/block': blocked,
    'POST /voucher/{id}/unblock': async () =>
      operate('voucher/{id}/unblock')((await blocked()).body.id, reason),
    'POST /voucher/{id}/extend': async () => {
      const { title } = (await released()).body
      const { id } = (await who().get(`/voucher?${at}&batch=${title}`)).body.items[0]
      return operate('voucher/{id}/extend')(id, { ...reason, expiresAt: inDays(60) })
    },
    'POST /voucher/{id}/reissue': async () => onSeen('voucher/{id}/reissue', await voucher()),
    'POST /voucher/range': async () => {
      const { serial } = await voucher()
      const body = { action: 'BLOCK', fromSerial: serial, toSerial: serial, ...reason }
      return who().post(`/voucher/range?${at}`, body)
    },
    'POST /voucher/check': () => who().post(`/voucher/check?${at}`, { code: '0000-0000-0000-0001' }),
  }
}
