import type { Answer, Client } from '../kit/testing/kit-app.ts'

const at = 'merchantId=100010001'
interface Seen {
  readonly id: string
  readonly version: number
}
type Voucher = Seen & { readonly serial: string }

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
  const reason = { reason: 'For a test' }
  /** As it was made, or as the answer before showed it. */
  const onSeen = (path: string, { id, version }: Seen, body: object = reason) =>
    who().post(`/${path.replace('{id}', id)}?${at}`, { version, ...body })
  const active = async (): Promise<Answer> =>
    onSeen('product/{id}/activate', (await product()).body as Seen, {})
  const batch = async (quantity = 2): Promise<Answer> => {
    const { id } = (await active()).body
    const faceValue = { amount: '10.00', currency: 'EUR' }
    const expiresAt = inDays(30)
    return who().post(`/voucher-batch?${at}`, { productId: id, quantity, faceValue, expiresAt })
  }
  const codes = (seen: Seen) => onSeen('voucher-batch/{id}/codes', seen, { password: 'a long password' })
  const released = async (): Promise<Answer> => {
    const ordered = (await batch()).body as Seen
    await codes(ordered)
    const { version } = (await who().get(`/voucher-batch/${ordered.id}?${at}`)).body as { version: number }
    return (await second()).post(`/voucher-batch/${ordered.id}/release?${at}`, { version })
  }
  const voucher = async () => {
    const { title } = (await released()).body
    return (await who().get(`/voucher?${at}&batch=${title}`)).body.items[0] as Voucher
  }
  const blocked = async (): Promise<Answer> => onSeen('voucher/{id}/block', await voucher())
  return {
    'POST /product': product,
    'PUT /product/{id}': async () => {
      const { id, version } = (await product()).body
      return who().put(`/product/${id}?${at}`, { version, name: 'Renamed' })
    },
    'DELETE /product/{id}': async () => {
      const { id, version } = (await product()).body
      return who().delete(`/product/${id}?${at}&version=${version}`)
    },
    'POST /product/{id}/activate': active,
    'POST /product/{id}/suspend': async () => onSeen('product/{id}/suspend', (await active()).body as Seen),
    'POST /product/{id}/retire': async () => onSeen('product/{id}/retire', (await active()).body as Seen),
    'POST /product/{id}/clone': async () =>
      onSeen('product/{id}/clone', (await product()).body as Seen, { sku: `CLONE-${++made}` }),
    'POST /voucher-batch': () => batch(),
    'POST /voucher-batch/{id}/codes': async () => codes((await batch()).body as Seen),
    'POST /voucher-batch/{id}/release': released,
    'POST /voucher-batch/{id}/close': async () =>
      onSeen('voucher-batch/{id}/close', (await batch()).body as Seen),
    'POST /voucher/{id}/block': blocked,
    'POST /voucher/{id}/unblock': async () => onSeen('voucher/{id}/unblock', (await blocked()).body as Seen),
    'POST /voucher/{id}/extend': async () =>
      onSeen('voucher/{id}/extend', await voucher(), { ...reason, expiresAt: inDays(60) }),
    'POST /voucher/{id}/reissue': async () => onSeen('voucher/{id}/reissue', await voucher()),
    'POST /voucher/range': async () => {
      const { serial } = await voucher()
      const body = { action: 'BLOCK', fromSerial: serial, toSerial: serial, ...reason }
      return who().post(`/voucher/range?${at}`, body)
    },
    'POST /voucher/check': () => who().post(`/voucher/check?${at}`, { code: '0000-0000-0000-0001' }),
  }
}
